import { Card } from '@mantine/core';
import type { QueryEvent, QueryExplanation } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../app/reads.js';
import { DisputeAnswerButton } from '../disputes/dispute-answer-button.js';
import { AnswerDocuments } from '../documents/answer-documents.js';
import { BackLink } from '../parts/back-link.js';
import { Page, Panel } from '../parts/page.js';
import { both, LoadedPage } from '../parts/loaded.js';
import { useNames } from '../parts/names.js';
import { Notice } from '../parts/notice.js';
import { inWords } from '../parts/words.js';
import { AnswerPathPanel } from './answer-path-panel.js';
import { OutcomeBadge } from './outcome-badge.js';
import { QueryFacts } from './query-facts.js';
import { Remedies } from './remedies.js';
import { ReplayPanel } from './replay-panel.js';
import { Sections } from './sections.js';

const route = getRouteApi('/queries/$queryEventId');

const BACK = <BackLink to="/queries" label="All queries" />;

/** Why one query was answered as it was (decision 0075). */
export function ExplanationPage() {
  const { queryEventId } = route.useParams();
  const request = { path: { query_event_id: queryEventId } };
  const query = both(useRead('readQueryEvent', request), useRead('explainQuery', request));
  return (
    <LoadedPage query={query} title="Query" back={BACK}>
      {([event, explanation]) => <Explanation event={event} explanation={explanation} />}
    </LoadedPage>
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
      back={BACK}
      title={`${inWords(explanation.product_slug)} query`}
      actions={<OutcomeBadge outcome={explanation.outcome} />}
    >
      <Notice
        color={isIssued ? 'teal' : 'orange'}
        {...(!isIssued && { art: 'no-answer' as const })}
        title={isIssued ? 'Why there is a result' : 'Why there is no result'}
      >
        <Remedies explanation={explanation} nameOf={nameOf} />
      </Notice>
      <Card withBorder padding="lg">
        <QueryFacts event={event} explanation={explanation} nameOf={nameOf} />
      </Card>
      <AnswerDocuments event={event} nameOf={nameOf} />
      <AnswerPathPanel explanation={explanation} nameOf={nameOf} />
      <Panel
        title="Sections"
        actions={
          <DisputeAnswerButton
            event={event}
            records={explanation.sections.flatMap(({ used_records }) => used_records)}
          />
        }
      >
        <Sections sections={explanation.sections} nameOf={nameOf} />
      </Panel>
      <ReplayPanel queryEventId={event.query_event_id} networkIds={event.network_ids} />
    </Page>
  );
}
