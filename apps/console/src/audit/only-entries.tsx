import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { EntryCriteria } from './audit-search.js';

interface OnlyEntriesProps {
  /** What the entries have in common, such as "about this subject". */
  readonly label: string;
  /** The name for screen readers. */
  readonly name: string;
  readonly criteria: EntryCriteria;
}

/** A link to the entries that have something in common, in the shown logs and period. */
export function OnlyEntries({ label, name, criteria }: OnlyEntriesProps) {
  return (
    <Tooltip label={`Only entries ${label}`}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        style={{ verticalAlign: 'middle' }}
        aria-label={`Only entries ${name}`}
        renderRoot={(props) => (
          <Link
            to="/audit-log"
            search={(search) => ({ ...search, type: undefined, ...criteria })}
            {...props}
          />
        )}
      >
        <IconFilter size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
