import { EXAMPLE_IDS, type ConsentKind } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import type { ShapeClass } from '../shapes/read-shape.js';
import {
  BusinessConsent,
  ConsentAudit,
  ConsentEvent,
  ConsentReceiptDocument,
  ConsumerConsent,
} from './consent-records.js';
import { recordBusinessConsent, recordConsumerConsent } from './consent-recording.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { CURSOR_REFUSAL, pageOf } from './page-shapes.js';
import {
  AddGrantDto,
  CONSENT_NOT_FOUND,
  ConsentPath,
  ConsumerScopeQuery,
  CountConsentsQuery,
  GrantPath,
  HistoryQuery,
  ListConsentsQuery,
  OptionalScopeQuery,
  UpdateConsentDto,
} from './consent-shapes.js';

const STATUS_WORDS = 'Only consents with this status now.';
const EXPIRES_WORDS = [
  'Only consents in force that expire before this time.',
  '2026-02-15T00:00:00Z',
] as const;

interface KindOfConsent {
  readonly kind: ConsentKind;
  readonly idSuffix: 'ConsumerConsent' | 'BusinessConsent';
  readonly record: typeof ConsumerConsent | typeof BusinessConsent;
  readonly scope: ShapeClass<OptionalScopeQuery>;
}

/** The operations on a recorded consent of one kind of subject (contract 4.1, design 6). */
function consentOperations({ kind, idSuffix, record, scope }: KindOfConsent) {
  const path = `/v1/consent/${kind}/{consent_id}` as const;
  const reading = { method: 'GET', service: 'consent', permission: 'consent:read' } as const;
  const writing = { service: 'consent', permission: 'consent:write' } as const;
  return {
    list: declareOperation({
      ...reading,
      id: `list${idSuffix}s`,
      path: `/v1/consent/${kind}`,
      summary: `List the institution's consents of ${kind === 'consumer' ? 'consumers' : 'businesses'}`,
      request: { query: ListConsentsQuery },
      answer: pageOf(`${idSuffix}Page`, record),
      refusals: [...CURSOR_REFUSAL, 'not_a_member'],
      words: {
        'ListConsentsQuery.status': STATUS_WORDS,
        'ListConsentsQuery.expires_before': EXPIRES_WORDS,
        'UpdateConsent.network_id': [
          "If given, it must be the consent's network.",
          EXAMPLE_IDS.network,
        ],
        'ConsentReceipt.network_id': [
          'The network of the consent; null for every network of the institution.',
          EXAMPLE_IDS.network,
        ],
        'ConsentReceipt.status': 'Whether the consent was in force when the receipt was issued.',
        'AddGrant.furnishing_entity_id': [
          'The furnisher, or `*` for every furnisher.',
          EXAMPLE_IDS.furnisher,
        ],
        revision: ['The number of the change, from 1.', 1],
        'ConsentEvent.event': 'The kind of change.',
        'ConsentEvent.account_id': ['The account that made the change.', EXAMPLE_IDS.account],
        changes: [
          'By member of the record, its value before and after the change. In a sandbox, `clock_offset_seconds` if the clock of the institution was moved.',
          { scope: { from: '*', to: 'kyb_certificate' } },
        ],
        receipt_version: 'The version of the form of the receipt.',
        receipt_id: ['The same for the same revision of the consent.', EXAMPLE_IDS.event],
        'ConsentReceipt.issued_at': ['The time of the export.', '2026-01-15T09:30:00.000Z'],
        recording_entity_id: [
          'The institution that recorded the consent and may query under it.',
          EXAMPLE_IDS.querier,
        ],
        history: 'Every change of the consent, oldest first.',
        'ConsentAuditEntry.type': ['The type of the event.', 'consent.granted.v1'],
        digest_algorithm: 'The algorithm of `digest`.',
        digest: [
          'In hexadecimal, of the other members except `issued_at`, in the canonical form of RFC 8785.',
          '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
        ],
      },
    }),
    count: declareOperation({
      ...reading,
      id: `count${idSuffix}s`,
      path: `/v1/consent/${kind}/count`,
      summary: `Count the institution's consents of ${kind === 'consumer' ? 'consumers' : 'businesses'}`,
      description: `Counts the consents that \`GET /v1/consent/${kind}\` lists with these filters, up to ${MAX_COUNTED_ITEMS}.`,
      request: { query: CountConsentsQuery },
      answer: ListCount,
      refusals: ['not_a_member'],
      words: {
        'CountConsentsQuery.status': STATUS_WORDS,
        'CountConsentsQuery.expires_before': EXPIRES_WORDS,
      },
    }),
    read: declareOperation({
      ...reading,
      id: `read${idSuffix}`,
      path,
      summary: `Read a ${kind}'s consent`,
      request: { path: ConsentPath, query: scope },
      answer: record,
      refusals: CONSENT_NOT_FOUND,
    }),
    amend: declareOperation({
      ...writing,
      id: `amend${idSuffix}`,
      method: 'PUT',
      path,
      summary: 'Amend a consent',
      request: { path: ConsentPath, body: UpdateConsentDto },
      answer: record,
      example: { scope: 'kyb_certificate', consented_fields: 'business_identity_verification.*' },
      refusals: [
        ...CONSENT_NOT_FOUND,
        'version_mismatch',
        'nothing_to_change',
        'invalid_value',
        'invalid_window',
        'unknown_product',
        'unknown_field',
        'consent_ended',
        'limit_reached',
      ],
    }),
    revoke: declareOperation({
      ...writing,
      id: `revoke${idSuffix}`,
      method: 'POST',
      path: `${path}/revoke`,
      summary: 'Revoke a consent',
      description:
        'A revocation takes effect immediately and is final. A repeated request returns the same record with a later `revision`.',
      request: { path: ConsentPath },
      answer: record,
      refusals: CONSENT_NOT_FOUND,
    }),
    history: declareOperation({
      ...reading,
      id: `readHistoryOf${idSuffix}`,
      path: `${path}/events`,
      summary: "Read a consent's history, oldest first",
      request: { path: ConsentPath, query: HistoryQuery },
      answer: pageOf('ConsentHistoryPage', ConsentEvent),
      refusals: [...CURSOR_REFUSAL, ...CONSENT_NOT_FOUND],
    }),
    receipt: declareOperation({
      ...reading,
      id: `exportReceiptOf${idSuffix}`,
      path: `${path}/receipt`,
      summary: `Export a ${kind}'s consent as a receipt`,
      description:
        'The receipt shows the permissions, the institution, the duration, every change, and the audit log entries of the consent. `digest` is the SHA-256 of the other members except `issued_at`, in the canonical form of RFC 8785.',
      request: { path: ConsentPath, query: scope },
      answer: ConsentReceiptDocument,
      refusals: CONSENT_NOT_FOUND,
    }),
    audit: declareOperation({
      ...reading,
      id: `listAuditEntriesOf${idSuffix}`,
      path: `${path}/audit-entries`,
      summary: `List the audit log entries of a ${kind}'s consent, each verified`,
      description:
        'Oldest first. An entry follows its change within about a second. `data` is null: the history has the changes.',
      request: { path: ConsentPath, query: scope },
      answer: ConsentAudit,
      refusals: CONSENT_NOT_FOUND,
    }),
    addGrant: declareOperation({
      ...writing,
      id: `addGrantTo${idSuffix}`,
      method: 'POST',
      path: `${path}/grants`,
      summary: 'Grant access to fields of a furnisher',
      request: { path: ConsentPath, body: AddGrantDto },
      answer: record,
      example: {
        furnishing_entity_id: EXAMPLE_IDS.furnisher,
        field_definitions: ['business_identity_verification.*'],
      },
      refusals: [
        ...CONSENT_NOT_FOUND,
        'unknown_field',
        'unknown_institution',
        'invalid_value',
        'invalid_window',
        'consent_ended',
        'limit_reached',
      ],
    }),
    closeGrant: declareOperation({
      ...writing,
      id: `closeGrantOf${idSuffix}`,
      method: 'DELETE',
      path: `${path}/grants/{grant_id}`,
      summary: 'Close a grant',
      request: { path: GrantPath },
      answer: record,
      refusals: [...CONSENT_NOT_FOUND, 'not_found', 'consent_ended'],
    }),
  };
}

export const consentOperationsOf = {
  consumer: consentOperations({
    kind: 'consumer',
    idSuffix: 'ConsumerConsent',
    record: ConsumerConsent,
    scope: ConsumerScopeQuery,
  }),
  business: consentOperations({
    kind: 'business',
    idSuffix: 'BusinessConsent',
    record: BusinessConsent,
    scope: OptionalScopeQuery,
  }),
};

/** The operations in the order of the OpenAPI document. */
export const CONSENT_OPERATIONS = [
  recordConsumerConsent,
  ...Object.values(consentOperationsOf.consumer),
  recordBusinessConsent,
  ...Object.values(consentOperationsOf.business),
];
