import { textOf, type NamedObject, type Phrase, type ReadEvent } from './sentence.js';

const CONSENT = {
  amended: 'changed the',
  granted: 'recorded the',
} as const;

const ENDED: Readonly<Record<string, string>> = {
  corrected: 'corrected the',
  withdrawn: 'withdrew the',
};

const consentChange =
  (change: keyof typeof CONSENT): Phrase =>
  ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: [
      CONSENT[change],
      { kind: 'consent', id: subject },
      ...(typeof data['kind'] === 'string' ? [`of a ${data['kind']}`] : []),
    ],
  });

/** Consents, attestations, records and their disputes. */
export const RECORD_PHRASES = {
  'attestation.created.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: ['attested to its verifications, in the', { kind: 'attestation', id: subject }],
  }),
  'attestation.revoked.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: ['revoked the', { kind: 'attestation', id: subject }],
  }),
  'consent.amended.v1': consentChange('amended'),
  'consent.grant-closed.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: ['closed a grant of the', { kind: 'consent', id: subject }],
  }),
  'consent.granted.v1': consentChange('granted'),
  'consent.revoked.v2': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: ['revoked the', { kind: 'consent', id: subject }],
  }),
  'furnishing.dispute-changed.v1': (event) => ({
    ...disputeChange(event.data),
    did: [disputeChange(event.data).did, { kind: 'dispute', id: event.subject }],
    also: otherObjects(event.data),
  }),
  'furnishing.record-ended.v1': ({ subject, data }) => ({
    by: textOf(data['furnishing_entity_id']),
    did: [ENDED[textOf(data['state']) ?? ''] ?? 'ended the', { kind: 'record', id: subject }],
    also: otherObjects(data),
  }),
  'furnishing.record-furnished.v1': ({ subject }) => ({
    did: ['furnished a record about the', { kind: 'subject', id: subject }],
  }),
  'furnishing.record-substituted.v1': ({ subject }) => ({
    did: ['used other records in place of the', { kind: 'record', id: subject }],
  }),
} satisfies Readonly<Record<string, Phrase>>;

/** The side that acted, and what it did: a dispute has the times of all steps so far. */
function disputeChange(data: ReadEvent['data']) {
  const disputing = textOf(data['disputing_entity_id']);
  const furnisher = textOf(data['furnishing_entity_id']);
  if (typeof data['statement_removed_at'] === 'string') {
    return { by: disputing, did: 'removed its statement from the' };
  }
  if (typeof data['stated_at'] === 'string')
    return { by: disputing, did: 'attached a statement to the' };
  switch (data['state']) {
    case 'decided':
      return {
        by: furnisher,
        did: `decided as ${textOf(data['outcome']) ?? 'final'} the`,
      };
    case 'acknowledged':
      return { by: furnisher, did: 'acknowledged the' };
    case 'open':
      return { by: disputing, did: 'disputed a record, in the' };
    default:
      return { by: undefined, did: 'changed the' };
  }
}

function otherObjects(data: ReadEvent['data']): readonly NamedObject[] {
  const objects = [
    ['institution', data['furnishing_entity_id']],
    ['institution', data['disputing_entity_id']],
    ['record', data['record_id']],
    ['record', data['corrected_by_record_id']],
  ] as const;
  return objects.flatMap(([kind, id]) => (typeof id === 'string' ? { kind, id } : []));
}
