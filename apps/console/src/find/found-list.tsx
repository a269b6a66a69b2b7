import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, type MouseEvent } from 'react';
import classes from './found-list.module.css';
import type { Option } from './use-options.js';

interface FoundListProps {
  readonly id: string;
  readonly idOf: (option: Option) => string;
  readonly options: readonly Option[];
  /** The option that Enter chooses. */
  readonly active: Option | undefined;
  readonly close: () => void;
}

/** The options of the search box. Those with a page are links, which open in another tab as well. */
export function FoundList({ id, idOf, options, active, close }: FoundListProps) {
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div role="listbox" id={id} aria-label="Results" className={classes['list']}>
      {options.map((option) => {
        const props = {
          id: idOf(option),
          role: 'option',
          tabIndex: -1,
          className: classes['option'],
          'aria-selected': option === active,
          // The input keeps the focus.
          onMouseDown: (event: MouseEvent) => event.preventDefault(),
        };
        return 'link' in option ? (
          <Link key={props.id} {...props} {...option.link} onClick={close}>
            <Words option={option} />
          </Link>
        ) : (
          <div key={props.id} {...props} onClick={option.run}>
            <Words option={option} />
          </div>
        );
      })}
    </div>
  );
}

function Words({ option: { kind, label, detail } }: { readonly option: Option }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" align="baseline">
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Text>
        {detail !== undefined && (
          <Text size="xs" lineClamp={1}>
            {detail}
          </Text>
        )}
      </Stack>
      <Text size="xs" style={{ whiteSpace: 'nowrap' }}>
        {kind}
      </Text>
    </Group>
  );
}
