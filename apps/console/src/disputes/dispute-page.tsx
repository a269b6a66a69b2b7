import { Card, Group } from '@mantine/core';
import type { Dispute } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { LoadedPage } from '../parts/loaded.js';
import { useNames } from '../parts/names.js';
import { BackLink } from '../parts/back-link.js';
import { Page } from '../parts/page.js';
import { Facts, Id, Moment, NoValue } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { ExplanationLink } from '../queries/query-links.js';
import { SourceRecord } from '../records/record-link.js';
import { useSession } from '../session/session.js';
import { DecideButton } from './decide-button.js';
import { DisputeState } from './disputes-page.js';
import { StatementButtons } from './statement-buttons.js';

const route = getRouteApi('/disputes/$disputeId');

const BACK = <BackLink to="/disputes" label="All disputes" />;

/** A dispute, with the actions of both sides. */
export function DisputePage() {
  const { disputeId } = route.useParams();
  const dispute = useRead('readDispute', { path: { dispute_id: disputeId } });
  return (
    <LoadedPage query={dispute} title="Dispute" back={BACK}>
      {(found) => <Found dispute={found} />}
    </LoadedPage>
  );
}

function Found({ dispute }: { readonly dispute: Dispute }) {
  const { model_name: model, field_name: field, state } = dispute;
  const { caller, may } = useSession();
  const isStating = dispute.disputing_entity_id === caller.entity_id && may('product:query');
  const isDecider = dispute.furnishing_entity_id === caller.entity_id && may('data:furnish');
  return (
    <Page
      back={BACK}
      title={`Dispute of ${inWords(model)}`}
      about={field === null ? 'The whole section is disputed.' : `The field ${inWords(field)}.`}
      actions={
        <>
          {isDecider && state !== 'decided' && (
            <Group gap="xs">
              {state === 'open' && <AcknowledgeButton dispute={dispute} />}
              <DecideButton dispute={dispute} />
            </Group>
          )}
          {isStating && dispute.outcome === 'upheld' && <StatementButtons dispute={dispute} />}
        </>
      }
    >
      <Objection dispute={dispute} />
      {state === 'decided' && <Decision dispute={dispute} />}
    </Page>
  );
}

function Objection({ dispute }: { readonly dispute: Dispute }) {
  const nameOf = useNames([dispute.network_id]);
  const { acknowledged_at: acknowledged, query_event_id: query, attachment_sha256 } = dispute;
  return (
    <Card withBorder padding="lg">
      <Facts
        facts={[
          ['State', <DisputeState dispute={dispute} />],
          ['Reason', inWords(dispute.reason)],
          ['Explanation', dispute.reason_text ?? <NoValue>Lost</NoValue>],
          ['Disputed by', nameOf(dispute.disputing_entity_id)],
          ['For the subject', dispute.on_behalf_of_subject ? 'Yes' : 'No'],
          ['Furnisher', nameOf(dispute.furnishing_entity_id)],
          ['Record', <SourceRecord id={dispute.record_id} source={dispute} nameOf={nameOf} />],
          ['Query', query === null ? null : <ExplanationLink queryEventId={query} />],
          ['SHA-256 of a document', attachment_sha256],
          ['Opened', <Moment at={dispute.opened_at} />],
          ['Acknowledge by', <Moment at={dispute.acknowledge_by} />],
          ['Acknowledged', acknowledged === null ? null : <Moment at={acknowledged} />],
          ['Decide by', <Moment at={dispute.decide_by} />],
          ['Id', <Id value={dispute.dispute_id} />],
        ]}
      />
    </Card>
  );
}

function Decision({ dispute }: { readonly dispute: Dispute }) {
  const { outcome, decision_reason: reason, decision_text: text, decided_at: at } = dispute;
  const { statement_text: statement, stated_at: stated } = dispute;
  return (
    <Card withBorder padding="lg">
      <Facts
        facts={[
          ['Decision', outcome === null ? null : inWords(outcome)],
          ['Reason', reason === null ? null : inWords(reason)],
          ['Explanation', text],
          ['Decided', at === null ? null : <Moment at={at} />],
          [
            'Statement of the disputing side',
            stated === null ? null : (statement ?? <NoValue>Lost</NoValue>),
          ],
          ['Stated', stated === null ? null : <Moment at={stated} />],
        ]}
      />
    </Card>
  );
}

function AcknowledgeButton({ dispute: { dispute_id } }: { readonly dispute: Dispute }) {
  const { ndx } = useApi();
  return (
    <ConfirmButton
      label="Acknowledge"
      question="Acknowledge the dispute?"
      variant="default"
      act={() => ndx.acknowledgeDispute({ path: { dispute_id } })}
    >
      The disputing institution and the governors see that your institution has received it.
    </ConfirmButton>
  );
}
