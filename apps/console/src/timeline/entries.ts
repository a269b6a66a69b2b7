import type {
  AuditLogEntry,
  ConsentEvent,
  Dispute,
  InstitutionAttestation,
  ListedQueryEvent,
  RecordStatus,
  RecordUses,
} from '@ndx/client';
import { sentenceOf } from '../audit/phrases.js';
import { QUERY_PHRASES } from '../audit/query-phrases.js';
import type { NamedObject } from '../audit/sentence.js';
import type { ConsentRef } from '../compliance/consents.js';
import { inWords, lowerWords } from '../parts/words.js';
import { REASON_WORDS } from '../queries/reason-words.js';
import type { TimelineEntry } from './timeline-entry.js';

export function entryOfQuery(event: ListedQueryEvent): TimelineEntry {
  const { query_event_id: id, permissible_purpose: purpose, consent_id: consent, reason } = event;
  return {
    key: id,
    occurred_at: event.occurred_at,
    step: event.outcome,
    ...QUERY_PHRASES['query.executed.v1']({ subject: id, data: { ...event } }),
    why: [
      purpose !== null && `Purpose: ${lowerWords(purpose)}`,
      consent !== null && 'Under a consent of the subject',
      reason !== null && `204: ${REASON_WORDS[reason]}`,
    ]
      .filter(Boolean)
      .join('. '),
  };
}

const CONSENT_CHANGES: Readonly<Record<ConsentEvent['event'], string>> = {
  granted: 'recorded the',
  amended: 'changed the',
  grant_added: 'added a grant to the',
  grant_closed: 'closed a grant of the',
  separated: 'has, after the separation of a business, moved the',
  revoked: 'revoked the',
};

/** @param page of the consent, which the reader's institution recorded */
export function entryOfConsent(
  { consentId }: ConsentRef,
  { revision, event, occurred_at, account_id: account, changes }: ConsentEvent,
  page?: NamedObject['link'],
): TimelineEntry {
  const consent = { kind: 'consent', id: consentId, ...(page && { link: page }) } as const;
  const names = Object.keys(changes).map(lowerWords).join(', ');
  return {
    ...{ key: `${consentId} ${revision}`, occurred_at, account, step: event },
    did: [CONSENT_CHANGES[event], consent],
    ...(event === 'amended' && { why: `Changed: ${names}` }),
  };
}

/** What its furnisher did with a record. */
export function entriesOfRecord(record: RecordStatus): readonly TimelineEntry[] {
  const { record_id: id, furnishing_entity_id: by, corrects_record_id: corrects } = record;
  const { state, ended_at: ended, corrected_by_record_id: correction } = record;
  const named = { kind: 'record', id } as const;
  return [
    {
      ...{ key: `${id} furnished`, occurred_at: record.furnished_at, by },
      did: [
        `furnished the ${inWords(record.dataset)} of a ${record.subject_type}, in the`,
        named,
        ...(corrects === null
          ? []
          : ['in place of the', { kind: 'record', id: corrects } as const]),
      ],
    },
    ...(ended === null
      ? []
      : [
          {
            ...{ key: `${id} ended`, occurred_at: ended, by },
            did: [
              state === 'corrected' ? 'corrected the' : 'withdrew the',
              named,
              ...(correction === null
                ? []
                : ['with the', { kind: 'record', id: correction } as const]),
            ],
            why: reasonOf(record.reason, record.reason_text),
          },
        ]),
  ];
}

/** Each step of a dispute so far. */
export function entriesOfDispute(dispute: Dispute): readonly TimelineEntry[] {
  const { dispute_id: id, furnishing_entity_id: furnisher, disputing_entity_id: other } = dispute;
  const named = { kind: 'dispute', id } as const;
  const step = (name: string, at: string | null, by: string, did: string, why?: string) =>
    at === null ? [] : [{ key: `${id} ${name}`, occurred_at: at, by, did: [did, named], why }];
  const part = inWords(dispute.field_name ?? dispute.model_name);
  const { outcome } = dispute;
  return [
    ...step(
      ...(['opened', dispute.opened_at, other, `disputed “${part}” of a record, in the`] as const),
      reasonOf(dispute.reason, dispute.reason_text),
    ),
    ...step('acknowledged', dispute.acknowledged_at, furnisher, 'acknowledged the'),
    ...step(
      ...(['decided', dispute.decided_at, furnisher] as const),
      outcome === null ? 'decided the' : `decided as ${lowerWords(outcome)} the`,
      reasonOf(dispute.decision_reason, dispute.decision_text),
    ),
    ...step('stated', dispute.stated_at, other, 'attached a statement to the'),
  ];
}

export function entryOfLog(entry: AuditLogEntry): TimelineEntry {
  const { by, did } = sentenceOf(entry);
  const { event_id: key, occurred_at, account_id: account } = entry;
  return { key, occurred_at, by, account: account ?? undefined, did };
}

/** What became of a record in a query, whose institution is not shown to the furnisher. */
export function entriesOfUse(uses: RecordUses, recordId: string): readonly TimelineEntry[] {
  const own = uses.records.filter(({ record_id }) => record_id === recordId);
  if (own.length === 0) return [];
  const isUsed = own.some(({ code }) => code === 'chosen');
  const reasons = own.map(
    ({ model_name, explanation }) => `${inWords(model_name)}: ${explanation}`,
  );
  return [
    {
      ...{ key: uses.query_event_id, occurred_at: uses.occurred_at },
      actor: `A query of the ${inWords(uses.product_slug)}`,
      did: [isUsed ? 'used the record.' : 'did not use the record.'],
      why: reasons.join(' '),
    },
  ];
}

export function entryOfAttestation(attestation: InstitutionAttestation): TimelineEntry {
  const {
    id,
    entity_id: by,
    created_at,
    signed_by_name: name,
    signed_by_title: title,
  } = attestation;
  return {
    ...{ key: id, occurred_at: created_at, by },
    did: ['attested to its verifications, in the', { kind: 'attestation', id }],
    why: `Signed by ${name}, ${title}`,
  };
}

function reasonOf(reason: string | null, text: string | null): string | undefined {
  const words = [reason && inWords(reason), text].filter(Boolean);
  return words.length === 0 ? undefined : words.join(': ');
}
