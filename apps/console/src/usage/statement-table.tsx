import { Badge, Group } from '@mantine/core';
import { DataTable } from '../parts/data-table.js';
import { useNames } from '../parts/names.js';
import { TextLink } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { OutcomeBadge } from '../queries/outcome-badge.js';
import type { StatementLine } from './statement.js';

interface StatementTableProps {
  readonly lines: readonly StatementLine[];
  readonly networkId: string;
  /** The line whose queries are listed. */
  readonly selected: string | undefined;
}

export function StatementTable({ lines, networkId, selected }: StatementTableProps) {
  const nameOf = useNames([networkId]);
  const { caller } = useSession();
  const isOwn = lines.every(({ institutionId }) => institutionId === caller.entity_id);
  const institution = {
    header: 'Institution',
    cell: ({ institutionId }: StatementLine) => nameOf(institutionId),
  };
  return (
    <DataTable
      label="Statement"
      rows={lines}
      keyOf={({ id }) => id}
      minWidth={isOwn ? 320 : 560}
      empty={null}
      columns={[
        ...(isOwn ? [] : [institution]),
        {
          header: 'Product',
          cell: ({ id, product }) => (
            <TextLink
              aria-current={id === selected}
              from="/usage"
              to="/usage"
              search={(search) => ({ ...search, line: id })}
              resetScroll={false}
            >
              {inWords(product)}
            </TextLink>
          ),
        },
        {
          header: 'Outcome',
          cell: ({ outcome, billable }) => (
            <Group gap={4}>
              <OutcomeBadge outcome={outcome} />
              {!billable && <Badge color="gray">Not billed</Badge>}
            </Group>
          ),
        },
        {
          header: 'Quantity',
          align: 'right',
          cell: ({ quantity }) => quantity.toLocaleString(),
        },
      ]}
    />
  );
}
