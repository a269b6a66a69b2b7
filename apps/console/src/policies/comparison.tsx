import { Badge, Group, Stack, Text } from '@mantine/core';
import type { PolicyEffect, PolicyChange } from '@ndx/client';
import { useNetwork } from '../layout/use-network.js';
import { DataTable } from '../parts/data-table.js';
import { useNames, type NameOf } from '../parts/names.js';
import { inWords } from '../parts/words.js';
import type { ComparedSummary } from './comparison-query.js';

const COLORS: Readonly<Record<PolicyEffect, string>> = {
  wider: 'orange',
  narrower: 'teal',
  different: 'brand',
  equal: 'gray',
};

function EffectBadge({ effect }: { readonly effect: PolicyEffect }) {
  return <Badge color={COLORS[effect]}>{inWords(effect)}</Badge>;
}

interface ComparisonProps {
  /** Of the table. */
  readonly label: string;
  readonly summary: ComparedSummary;
}

/** The effect of a change on what answers can release, as a whole and for each model and field. */
export function Comparison({ label, summary }: ComparisonProps) {
  const network = useNetwork();
  const nameOf = useNames(network === undefined ? [] : [network.network_id]);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <EffectBadge effect={summary.effect} />
        <Text size="sm">{summary.explanation}</Text>
      </Group>
      <DataTable
        label={label}
        rows={partsOf(summary)}
        keyOf={({ name }) => name}
        columns={[
          { header: 'Where', cell: ({ name }) => name },
          { header: 'Effect', cell: ({ effect }) => <EffectBadge effect={effect} /> },
          {
            header: 'Change',
            cell: ({ changes }) => <Changes changes={changes} nameOf={nameOf} />,
          },
        ]}
        empty={null}
      />
    </Stack>
  );
}

interface Part {
  readonly name: string;
  readonly effect: PolicyEffect;
  readonly changes: readonly PolicyChange[];
}

/** The changes of the policy itself, then those of each model and of its fields. */
function partsOf({ changes, models }: ComparedSummary): readonly Part[] {
  const of = (model: string | null, field: string | null) =>
    changes.filter(({ model_name, field_name }) => model_name === model && field_name === field);
  return [
    ...of(null, null).map((change) => ({
      name: inWords(change.member),
      effect: change.effect,
      changes: [change],
    })),
    ...models.flatMap(({ model_name: model, effect, fields }) => [
      { name: inWords(model), effect, changes: of(model, null) },
      ...fields.map(({ field_name: field, effect: ofField }) => ({
        name: `${inWords(model)} · ${inWords(field)}`,
        effect: ofField,
        changes: of(model, field),
      })),
    ]),
  ];
}

interface ChangesProps extends Pick<Part, 'changes'> {
  readonly nameOf: NameOf;
}

function Changes({ changes, nameOf }: ChangesProps) {
  if (changes.length === 0) return 'Its fields change.';
  return (
    <Stack gap="xs">
      {changes.map(({ member, before, after, note }) => (
        <div key={member}>
          <Text size="sm">{withNames(after, nameOf)}</Text>
          <Text size="xs" c="dimmed">
            Before: {withNames(before, nameOf)}
          </Text>
          {note !== null && <Text size="xs">{note}</Text>}
        </div>
      ))}
    </Stack>
  );
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A sentence of the server with the names of the institutions that it has the ids of. */
function withNames(sentence: string, nameOf: NameOf): string {
  return sentence.replace(ID, (id) => nameOf(id));
}
