import {
  Button,
  Card,
  Group,
  NativeSelect,
  Progress,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import type { FurnishingPolicyDraft, RecordSimulation as Sum } from '@ndx/client';
import { useState } from 'react';
import { DataTable, Empty } from '../parts/data-table.js';
import { Failure } from '../parts/loaded.js';
import { useNames, type NameOf } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { percentOf, RECENT_PERIOD_LABELS, startOf, type RecentPeriod } from '../parts/periods.js';
import { inWords, plural } from '../parts/words.js';
import { Bars } from './bars.js';
import { useRecordSimulation } from './use-record-simulation.js';

const PERIOD_NAMES = Object.keys(RECENT_PERIOD_LABELS) as readonly RecentPeriod[];

/** How many past records the rules of a draft would refuse, and why. */
export function RecordSimulation({ draft }: { readonly draft: FurnishingPolicyDraft }) {
  const { sum, isRunning, error, start } = useRecordSimulation(draft);
  const nameOf = useNames([draft.network_id]);
  const [period, setPeriod] = useState<RecentPeriod>('30d');
  return (
    <Panel title="Past records under the draft">
      <Stack>
        <Text size="sm" c="dimmed" maw={760}>
          Decides the records of a period that the network accepted again, by the rules of the
          draft. It changes no record. Records that the network refused are not stored and are in no
          count: what wider rules would gain is not known.
        </Text>
        <Group align="flex-end" gap="xs">
          <NativeSelect
            label="Records of"
            data={PERIOD_NAMES.map((value) => ({ value, label: RECENT_PERIOD_LABELS[value] }))}
            value={period}
            onChange={({ currentTarget: { value } }) =>
              setPeriod(PERIOD_NAMES.find((name) => name === value) ?? '30d')
            }
          />
          <Button variant="default" loading={isRunning} onClick={() => start(startOf(period))}>
            Simulate the draft
          </Button>
        </Group>
        {isRunning && sum && (
          <Progress value={percentOf(sum, sum.examined_until)} aria-label="Progress" />
        )}
        {!isRunning && error === null && sum && <Counts sum={sum} nameOf={nameOf} />}
        {error !== null && <Failure error={error} />}
      </Stack>
    </Panel>
  );
}

interface CountsProps {
  readonly sum: Sum;
  readonly nameOf: NameOf;
}

function Counts({ sum, nameOf }: CountsProps) {
  const { examined_records: examined, accepted_records: accepted, refused_records: refused } = sum;
  if (examined === 0) {
    return (
      <Empty title="The network accepted no record in the period">Select a longer period.</Empty>
    );
  }
  return (
    <Card withBorder padding="lg">
      <Stack gap="xl">
        <Bars
          title="Records by decision"
          rows={[
            {
              label: plural(examined, 'record'),
              counts: { accepted, refused },
              filter: undefined,
            },
          ]}
        />
        {refused > 0 && (
          <>
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="xl">
              <Bars
                title="Refused records by reason"
                rows={sum.refusals.map(({ code, path, count }) => ({
                  label: [inWords(code), fieldInWords(path)].filter(Boolean).join(': '),
                  counts: { refused: count },
                  filter: undefined,
                }))}
              />
              <Bars
                title="Records by furnisher"
                rows={sum.furnishers.map((row) => ({
                  label: nameOf(row.furnishing_entity_id),
                  counts: {
                    accepted: row.examined_records - row.refused_records,
                    refused: row.refused_records,
                  },
                  filter: undefined,
                }))}
              />
            </SimpleGrid>
            <Reasons sum={sum} />
            <Furnishers sum={sum} nameOf={nameOf} />
          </>
        )}
      </Stack>
    </Card>
  );
}

function Reasons({ sum: { refusals } }: Pick<CountsProps, 'sum'>) {
  return (
    <DataTable
      label="Refused records by reason"
      rows={refusals}
      keyOf={({ code, path }) => `${code} ${path}`}
      columns={[
        { header: 'Reason', cell: ({ code }) => inWords(code) },
        { header: 'Field', cell: ({ path }) => fieldInWords(path) || 'The record' },
        { header: 'Records', align: 'right', cell: ({ count }) => count.toLocaleString() },
      ]}
      empty={null}
    />
  );
}

function Furnishers({ sum: { furnishers }, nameOf }: CountsProps) {
  return (
    <DataTable
      label="Records by furnisher"
      rows={furnishers}
      keyOf={({ furnishing_entity_id }) => furnishing_entity_id}
      columns={[
        { header: 'Furnisher', cell: (row) => nameOf(row.furnishing_entity_id) },
        {
          header: 'Records',
          align: 'right',
          cell: ({ examined_records }) => examined_records.toLocaleString(),
        },
        {
          header: 'Refused',
          align: 'right',
          cell: ({ refused_records }) => refused_records.toLocaleString(),
        },
      ]}
      empty={null}
    />
  );
}

/** The names in a path, without the parts of a section; empty for the record as a whole. */
function fieldInWords(path: string): string {
  const names = path.split('.').filter((name) => name !== 'data' && name !== 'assertions');
  return names.map(inWords).join(' · ');
}
