import { Stack } from '@mantine/core';
import type { QueryEvent, QueryExplanation } from '@ndx/client';
import { CertificateLink } from '../certificates/certificate-link.js';
import { Facts, Id, Moment } from '../parts/values.js';
import type { NameOf } from '../parts/names.js';
import { TextLink } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { PolicyLink } from './policy-link.js';
import { QuerySubject } from './query-subject.js';
import { RecordDisputes } from './record-disputes.js';
import { RecordEnds } from './record-ends.js';

interface QueryFactsProps {
  readonly event: QueryEvent;
  readonly explanation: QueryExplanation;
  readonly nameOf: NameOf;
}

/** Who asked what, under which policy and consent, as far as the event states it to the reader. */
export function QueryFacts({ event, explanation, nameOf }: QueryFactsProps) {
  const {
    permissible_purpose: purpose,
    networks,
    record_ends: ends,
    record_disputes: disputes,
  } = explanation;
  const records = explanation.sections.flatMap(({ used_records }) => used_records);
  return (
    <Facts
      facts={[
        ['Time', <Moment at={event.occurred_at} />],
        ['Institution', nameOf(event.querying_entity_id)],
        ['X-Ref-Id', <Id value={event.query_event_id} />],
        ['Subject', <QuerySubject event={event} />],
        ['Purpose', purpose === null ? null : inWords(purpose)],
        ['Request id', <Id value={event.request_id} />],
        ['Certificate', certificateOf(event)],
        ['Billed', event.billable ? 'Yes' : 'No'],
        ['Evidence', <EvidenceLink queryEventId={event.query_event_id} />],
        ...networks.map(
          (network) => [nameOf(network.network_id), <Rules network={network} />] as const,
        ),
        ...(ends.length > 0
          ? [['Records ended since', <RecordEnds {...{ ends, records, nameOf }} />] as const]
          : []),
        ...(disputes.length > 0
          ? [['Records disputed', <RecordDisputes {...{ disputes, records, nameOf }} />] as const]
          : []),
      ]}
    />
  );
}

function certificateOf({ certificate_id: id, querying_entity_id: queryingEntityId }: QueryEvent) {
  return id === null ? null : <CertificateLink {...{ id, queryingEntityId }} />;
}

function Rules({ network }: { readonly network: QueryExplanation['networks'][number] }) {
  const { policy_id, policy_version, consent_id, consent_revision } = network;
  return (
    <Stack gap={2}>
      <span>
        {policy_id === null ? (
          "The product's built-in policy"
        ) : (
          <>
            Policy <PolicyLink policyId={policy_id} version={policy_version} />
          </>
        )}
      </span>
      {consent_id !== null && (
        <span>
          Consent <Id value={consent_id} /> revision {consent_revision}
        </span>
      )}
    </Stack>
  );
}

function EvidenceLink({ queryEventId }: { readonly queryEventId: string }) {
  return (
    <TextLink to="/usage/$queryEventId" params={{ queryEventId }}>
      Records and audit entries
    </TextLink>
  );
}
