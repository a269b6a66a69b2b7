import { Alert, Group, Text, type AlertProps } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { Illustration, type Art } from './illustration.js';
import classes from './illustration.module.css';

const ICONS = { teal: IconCircleCheck, orange: IconInfoCircle, red: IconAlertTriangle } as const;

interface NoticeProps extends AlertProps {
  /** Green for a good state, orange for one that needs attention, red for a fault. */
  readonly color: keyof typeof ICONS;
  readonly art?: Art;
}

/** A message about the state of a view. */
export function Notice({ color, art, children, ...alert }: NoticeProps) {
  const Icon = ICONS[color];
  return (
    <Alert color={color} icon={<Icon aria-hidden />} {...alert}>
      <Group gap="lg" align="flex-start">
        <Text size="sm" component="div" className={classes['words']}>
          {children}
        </Text>
        {art && <Illustration of={art} />}
      </Group>
    </Alert>
  );
}
