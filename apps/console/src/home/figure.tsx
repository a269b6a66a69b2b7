import { Badge } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import type { Total } from '../parts/extent.js';
import { plural } from '../parts/words.js';
import classes from './task-card.module.css';

interface FigureProps extends Omit<ComponentPropsWithRef<'a'>, 'color'> {
  /** Undefined while it loads and when that fails; the list shows the error. */
  readonly total: Total | undefined;
  readonly one: string;
  readonly many?: string;
  readonly color?: string;
  readonly showsZero?: boolean;
}

/** A number that leads to the list that it counts. */
export const Figure = createLink(
  ({ total, one, many, color = 'orange', showsZero = false, ...props }: FigureProps) => {
    if (total === undefined || (total.count === 0 && !showsZero)) return null;
    const { count, is_complete: isComplete } = total;
    return (
      <Badge
        component="a"
        color={color}
        classNames={{ root: classes['figure'] ?? '', label: classes['words'] ?? '' }}
        {...props}
      >
        {!isComplete && 'at least '}
        {plural(count, one, many)}
      </Badge>
    );
  },
);
