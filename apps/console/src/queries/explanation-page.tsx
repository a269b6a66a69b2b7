import { Alert, Card, Stack, Text } from '@mantine/core';
import type { QueryEvent, QueryExplanation } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useApi } from '../app/api.js';
import { BackLink } from '../parts/back-link.js';
import { Failure } from '../parts/failure.js';
import { Loading } from '../parts/loading.js';
import { useNames } from '../parts/names.js';
import { Page } from '../parts/page.js';
import { Panel } from '../parts/panel.js';
import { inWords } from '../parts/words.js';
import { OutcomeBadge } from './outcome-badge.js';
import { QueryFacts } from './query-facts.js';
import { Sections } from './sections.js';

const route = getRouteApi('/queries/$queryEventId');

/** Why one query was answered as it was (decision 0075). */
export function ExplanationPage() {
  const { queryEventId } = route.useParams();
  const { ndx } = useApi();
  const path = { query_event_id: queryEventId };
  const query = useQuery({
    queryKey: ['explanation', queryEventId],
    queryFn: async () => {
      const [event, explanation] = await Promise.all([
        ndx.readQueryEvent({ path }),
        ndx.explainQuery({ path }),
      ]);
      return { event: event.data, explanation: explanation.data };
    },
  });
  return (
    <Stack gap="xs">
      <BackLink to="/queries" label="All queries" />
      {query.isSuccess ? (
        <Explanation {...query.data} />
      ) : (
        <Page title="Query">
          {query.isError ? <Failure error={query.error} retry={query.refetch} /> : <Loading />}
        </Page>
      )}
    </Stack>
  );
}

interface ExplanationProps {
  readonly event: QueryEvent;
  readonly explanation: QueryExplanation;
}

function Explanation({ event, explanation }: ExplanationProps) {
  const nameOf = useNames(explanation.networks.map(({ network_id }) => network_id));
  const isIssued = explanation.outcome === 'issued';
  return (
    <Page
      title={`${inWords(explanation.product_slug)} query`}
      actions={<OutcomeBadge outcome={explanation.outcome} />}
    >
      <Alert
        color={isIssued ? 'teal' : 'orange'}
        title={isIssued ? 'Why there is a result' : 'Why there is no result'}
        icon={isIssued ? <IconCircleCheck aria-hidden /> : <IconInfoCircle aria-hidden />}
      >
        <Text size="sm">{explanation.explanation}</Text>
      </Alert>
      <Card withBorder padding="lg">
        <QueryFacts event={event} explanation={explanation} nameOf={nameOf} />
      </Card>
      <Panel title="Sections">
        <Sections sections={explanation.sections} nameOf={nameOf} />
      </Panel>
    </Page>
  );
}
