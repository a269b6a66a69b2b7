import { Card, Stack, Text } from '@mantine/core';
import type { AnswerCounts, Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useCounted } from '../app/reads.js';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { FlowChart } from '../parts/flow-chart.js';
import { Loaded } from '../parts/loaded.js';
import { useNames, type NameOf } from '../parts/names.js';
import { Page, TextLink } from '../parts/page.js';
import { PeriodFilter } from '../parts/period-filter.js';
import { daysIn } from '../parts/periods.js';
import { NoValue } from '../parts/values.js';
import { plural } from '../parts/words.js';
import { flowsOf, keyOf, pictureOf, sumOf, type Flow } from './flows.js';

const route = getRouteApi('/network-map');

const INITIAL = '7d';

/** Most rows of the table. */
const LISTED = 200;

const COUNTING = 'An answer with records of several furnishers counts for each of them.';

/** Who furnishes to whom, by the answers: of every institution for a governor, otherwise one's own. */
export function NetworkMapPage() {
  const search = route.useSearch();
  const isGovernor = useNetwork()?.roles.includes('governor') === true;
  return (
    <Page
      title="Network map"
      about={
        isGovernor
          ? `Which furnishers had the records in the answers of which institutions, and how often. ${COUNTING}`
          : `Which furnishers had the records in the answers of your institution, and how often. A governor of the network sees every institution. ${COUNTING}`
      }
      actions={<PeriodFilter search={search} initial={INITIAL} />}
    >
      <InNetwork>{(network) => <NetworkMap network={network} />}</InNetwork>
    </Page>
  );
}

function NetworkMap({ network: { network_id } }: { readonly network: Network }) {
  const search = route.useSearch();
  const { period = INITIAL } = search;
  const days = daysIn(search);
  const window = days ? {} : { period };
  const counts = useCounted('countAnswersByFurnishers', { network_id, ...days }, window);
  return (
    <Loaded query={counts}>
      {(counted) => <CountedMap {...counted} networkId={network_id} />}
    </Loaded>
  );
}

interface CountedMapProps extends AnswerCounts {
  readonly networkId: string;
}

function CountedMap({ data: counts, is_complete, networkId }: CountedMapProps) {
  const nameOf = useNames([networkId]);
  const flows = flowsOf(counts);
  if (flows.length === 0) {
    return (
      <Empty title="No answer in this period">
        Select a longer period. A query without a result has no furnisher.
      </Empty>
    );
  }
  const answers = sumOf(counts);
  const furnishers = new Set(flows.map(({ furnisherId }) => furnisherId)).size;
  const queriers = new Set(flows.map(({ querierId }) => querierId)).size;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {is_complete
          ? plural(answers, 'answer in this period', 'answers in this period')
          : `The newest ${answers.toLocaleString()} answers in this period; there may be more`}
      </Text>
      <Card withBorder padding="md">
        <FlowChart
          label={`${plural(answers, 'answer')} from ${plural(furnishers, 'furnisher')} to ${plural(queriers, 'institution')}`}
          {...pictureOf(counts, nameOf)}
        />
      </Card>
      {flows.length > LISTED && (
        <Text size="sm" c="dimmed">
          The largest {LISTED} of {plural(flows.length, 'pair')} of institutions
        </Text>
      )}
      <FlowTable flows={flows.slice(0, LISTED)} nameOf={nameOf} />
    </Stack>
  );
}

interface FlowTableProps {
  readonly flows: readonly Flow[];
  readonly nameOf: NameOf;
}

function FlowTable({ flows, nameOf }: FlowTableProps) {
  return (
    <DataTable
      label="Answers by furnisher and institution"
      rows={flows}
      keyOf={keyOf}
      minWidth={480}
      empty={null}
      columns={[
        {
          header: 'Furnisher',
          cell: ({ furnisherId: id }) =>
            id === null ? (
              <NoValue>Not shown to you</NoValue>
            ) : (
              <InstitutionLink id={id} nameOf={nameOf} />
            ),
        },
        {
          header: 'Institution that queried',
          cell: ({ querierId }) => <InstitutionLink id={querierId} nameOf={nameOf} />,
        },
        {
          header: 'Answers',
          align: 'right',
          cell: ({ answers }) => answers.toLocaleString(),
        },
      ]}
    />
  );
}

interface InstitutionLinkProps {
  readonly id: string;
  readonly nameOf: NameOf;
}

function InstitutionLink({ id, nameOf }: InstitutionLinkProps) {
  return (
    <TextLink to="/institutions/$entityId" params={{ entityId: id }}>
      {nameOf(id)}
    </TextLink>
  );
}
