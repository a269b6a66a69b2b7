import { Text } from '@mantine/core';
import { DataTable } from '../parts/data-table.js';
import { TextLink } from '../parts/page.js';
import { REASON_WORDS } from '../queries/reason-words.js';
import { reasonsOf, type ReasonCount } from './statement.js';
import { dayOf } from '../parts/periods.js';
import type { Usage } from './usage-search.js';

/** Why queries had no result, each reason with its queries. */
export function ReasonTable({ usage: { counts, window } }: { readonly usage: Usage }) {
  const days = { from: dayOf(window.from), to: dayOf(window.to) };
  return (
    <DataTable
      label="Queries without a result"
      rows={reasonsOf(counts)}
      keyOf={({ reason }) => reason ?? 'not_shown'}
      minWidth={320}
      empty={
        <Text size="sm" c="dimmed">
          Every query of this period had a result.
        </Text>
      }
      columns={[
        { header: 'Reason', cell: (count) => <Reason count={count} days={days} /> },
        {
          header: 'Quantity',
          align: 'right',
          cell: ({ quantity }) => quantity.toLocaleString(),
        },
      ]}
    />
  );
}

interface ReasonProps {
  readonly count: ReasonCount;
  readonly days: { readonly from: string; readonly to: string };
}

function Reason({ count: { reason }, days }: ReasonProps) {
  if (reason === null) return 'Not shown to you, or not recorded';
  return (
    <TextLink to="/queries" search={{ ...days, reason }}>
      {REASON_WORDS[reason]}
    </TextLink>
  );
}
