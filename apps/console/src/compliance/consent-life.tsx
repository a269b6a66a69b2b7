import { Card, Stack } from '@mantine/core';
import { DataTable } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { Panel } from '../parts/page.js';
import { Moment, NoValue } from '../parts/values.js';
import type { TimelineSource } from '../timeline/sources.js';
import { useTimeline } from '../timeline/use-timeline.js';
import { ConsentLifeChart } from './consent-life-chart.js';
import type { Consent } from './consents.js';
import { countedSteps, STEP_WORDS, stepsOf, type CountedStep } from './life-of-consent.js';

interface ConsentLifeProps {
  readonly consent: Consent;
  /** Those of its timeline, which loads older events for both. */
  readonly sources: readonly TimelineSource[];
}

/** When a consent was recorded, changed, used and ended. */
export function ConsentLife({ consent, sources }: ConsentLifeProps) {
  const list = useTimeline(sources);
  return (
    <Panel title="Life of the consent">
      <Listed list={list} noun={['event', 'events']} more="Load older events of the life">
        {(entries) => {
          const steps = stepsOf(entries);
          return (
            <Stack gap="md">
              <Card withBorder padding="md">
                <ConsentLifeChart consent={consent} steps={steps} />
              </Card>
              <StepTable steps={countedSteps(steps)} consent={consent} />
            </Stack>
          );
        }}
      </Listed>
    </Panel>
  );
}

interface StepTableProps {
  readonly steps: readonly CountedStep[];
  readonly consent: Consent;
}

interface Row {
  readonly label: string;
  readonly count: number | null;
  readonly first: string;
  readonly last: string;
}

function StepTable({ steps, consent: { revoked_at: revoked, expires_at: at } }: StepTableProps) {
  const rows: readonly Row[] = [
    ...steps.map(({ step, ...times }) => ({ label: STEP_WORDS[step], ...times })),
    ...(revoked === null ? [{ label: 'Expires', count: null, first: at, last: at }] : []),
  ];
  return (
    <DataTable
      label="Life of the consent"
      rows={rows}
      keyOf={({ label }) => label}
      minWidth={520}
      empty={null}
      columns={[
        { header: 'Event', cell: ({ label }) => label },
        {
          header: 'Number',
          cell: ({ count }) => count?.toLocaleString() ?? <NoValue>Not yet</NoValue>,
        },
        {
          header: 'When',
          cell: ({ first, last }) => (
            <>
              <Moment at={first} />
              {first !== last && (
                <>
                  {' to '}
                  <Moment at={last} />
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
