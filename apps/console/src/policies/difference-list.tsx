import { Badge } from '@mantine/core';
import { DataTable, Empty } from '../parts/data-table.js';
import type { Difference, Effect } from './differences.js';

const COLORS: Readonly<Record<Effect, string>> = {
  'releases more': 'orange',
  'releases less': 'teal',
  'other source': 'brand',
  'other values': 'brand',
  'other purposes': 'brand',
};

/** The differences of two versions, each with its effect on queries. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <DataTable
      label="Differences"
      rows={differences}
      keyOf={({ subject, words }) => `${subject} ${words}`}
      columns={[
        { header: 'Where', cell: ({ subject }) => subject },
        {
          header: 'Effect',
          cell: ({ effect }) => <Badge color={COLORS[effect]}>{sentence(effect)}</Badge>,
        },
        { header: 'Change', cell: ({ words }) => sentence(words) },
      ]}
      empty={
        <Empty title="Both versions release the same">
          They can differ in their name, status, default or enforcement, and in rules without an
          effect.
        </Empty>
      }
    />
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
