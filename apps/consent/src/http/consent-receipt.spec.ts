import { expect, test } from '@jest/globals';
import type { Consent } from '../domain/consent.js';
import type { ConsentReceipt } from '../use-cases/read-receipt.js';
import { toReceiptDocument } from './consent-receipt.js';

const ID = '018f4e5c-1111-7000-8000-000000000001';
const ENTITY = '018f4e5c-2222-7000-8000-000000000002';
const SUBJECT = '018f4e5c-3333-7000-8000-000000000003';
const ACCOUNT = '018f4e5c-4444-7000-8000-000000000004';
const GRANTED = new Date('2025-01-31T23:59:59.000Z');
const REVOKED = new Date('2025-02-01T00:00:00.001Z');

const CONSENT: Consent = {
  id: ID,
  kind: 'business',
  entityId: ENTITY,
  networkId: null,
  subjectId: SUBJECT,
  matchHashes: ['not shown'],
  legalName: 'not shown',
  scope: 'kyb_certificate "Zürich" \u2028 \u{1f512}',
  consentedFields: '*',
  expiresAt: new Date('2026-01-31T23:59:59.000Z'),
  revokedAt: null,
  grants: [],
  createdAt: GRANTED,
  revision: 1,
};

const REVOKED_RECEIPT: ConsentReceipt = {
  consent: {
    ...CONSENT,
    kind: 'consumer',
    networkId: ENTITY,
    revokedAt: REVOKED,
    revision: 2,
    grants: [
      {
        id: ACCOUNT,
        furnishingEntityId: '*',
        fieldDefinitions: ['identity.*', 'income.amount'],
        effectiveFrom: GRANTED,
        effectiveTo: null,
        followsConsent: true,
      },
    ],
  },
  history: [
    {
      revision: 2,
      action: 'revoked',
      at: REVOKED,
      accountId: ACCOUNT,
      differences: { revoked_at: { from: null, to: REVOKED.toISOString() } },
    },
  ],
  auditEntries: [
    { network: ENTITY, seq: 12, eventId: ID, type: 'consent.revoked.v2', hash: 'f'.repeat(64) },
  ],
};

/** A time after the consent has expired. */
const NOW = new Date('2026-06-01T12:00:00.000Z');

/** Digests of issued receipts: a release that changed them would invalidate these receipts. */
test.each([
  [
    'without an event',
    { consent: CONSENT, history: [], auditEntries: [] },
    '5bd13d9a041d7bfdb08c483e6d200fc847c3c3287601c02933c35bc0e6563929',
  ],
  [
    'that was revoked',
    REVOKED_RECEIPT,
    'dfd333f2de885f73415811e9caaebdaac720c506874a5d5f2a50d005ac574503',
  ],
])('the digest of a receipt %s is the same in every release', (_state, receipt, digest) => {
  expect(toReceiptDocument(receipt, NOW).digest).toBe(digest);
});
