import { Stack } from '@mantine/core';
import type { FieldAccessGrant } from '@ndx/client';
import { DataTable, Empty } from '../parts/data-table.js';
import { Moment, NoValue } from '../parts/values.js';
import { useNames } from '../parts/names.js';
import { fieldInWords } from './consent-words.js';

/** The year of `effective_to` in a grant without an end (design 6). */
const OPEN_END = '9999';

interface GrantTableProps {
  readonly grants: readonly FieldAccessGrant[];
  readonly networkId: string;
}

export function GrantTable({ grants, networkId }: GrantTableProps) {
  const nameOf = useNames([networkId]);
  return (
    <DataTable
      label="Grants"
      rows={grants}
      keyOf={({ grant_id }) => grant_id}
      columns={[
        {
          header: 'Furnisher',
          cell: ({ furnishing_entity_id: id }) => (id === '*' ? 'Every furnisher' : nameOf(id)),
        },
        {
          header: 'Fields',
          cell: ({ field_definitions }) => (
            <Stack gap={2}>
              {field_definitions.map((definition) => (
                <span key={definition}>{fieldInWords(definition)}</span>
              ))}
            </Stack>
          ),
        },
        { header: 'From', cell: ({ effective_from }) => <Moment at={effective_from} /> },
        {
          header: 'Until',
          cell: ({ effective_to: end }) =>
            end.startsWith(OPEN_END) ? <NoValue>end of the consent</NoValue> : <Moment at={end} />,
        },
      ]}
      empty={<Empty title="No grant">No furnisher's data can be read under the consent.</Empty>}
    />
  );
}
