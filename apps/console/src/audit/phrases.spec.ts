import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { sentenceOf } from './phrases.js';
import { objectsOf, type Sentence } from './sentence.js';

interface Example {
  readonly headers: { readonly ce_subject: string };
  readonly payload: object;
}

interface Message {
  readonly examples: readonly [Example];
}

const DOCUMENT = join(__dirname, '../../../../docs/events/asyncapi.json');
const { components } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
};

const EXAMPLES = Object.entries(components.messages).map(([type, { examples }]) => {
  const [{ headers, payload }] = examples;
  return [type, { type, subject: headers.ce_subject, data: JSON.stringify(payload) }] as const;
});

const inWords = ({ did }: Sentence) =>
  did.map((part) => (typeof part === 'string' ? part : `[${part.kind}]`)).join(' ');

test('each declared event is a sentence', () => {
  const sentences = EXAMPLES.map(([type, entry]) => [type, inWords(sentenceOf(entry))]);
  expect(Object.fromEntries(sentences)).toEqual({
    'attestation.created.v1': 'attested to its verifications, in the [attestation]',
    'attestation.revoked.v1': 'revoked the [attestation]',
    'consent.amended.v1': 'changed the [consent] of a consumer',
    'consent.grant-closed.v1': 'closed a grant of the [consent]',
    'consent.granted.v1': 'recorded the [consent] of a consumer',
    'consent.revoked.v2': 'revoked the [consent]',
    'entity.account-changed.v1': 'added the [account] of [institution]',
    'entity.business-identified.v1': 'identified the [business]',
    'entity.client-changed.v1': 'registered the client with the [account]',
    'entity.consumer-identified.v1': 'identified the [consumer]',
    'entity.identities-searched.v1': 'searched the network and found 0 consumers, in the [search]',
    'entity.identity-conflict-opened.v1':
      'stated an identifier of another subject, which opened the [identity conflict]',
    'entity.identity-conflict-resolved.v1': 'resolved the [identity conflict]',
    'entity.institution-registered.v1': 'registered or renamed [institution]',
    'entity.invitation-changed.v1': 'sent the [invitation] of [institution]',
    'entity.membership-changed.v1': 'made [institution] a governor',
    'entity.network-changed.v1': 'changed the settings of [network]',
    'entity.network-founded.v1': 'created [network]',
    'entity.subject-separated.v1': 'separated a new business from the [business]',
    'entity.witnesses-changed.v1': 'set the witnesses of the audit logs of [network]',
    'furnishing.dispute-changed.v1': 'removed its statement from the [dispute]',
    'furnishing.record-ended.v1': 'withdrew the [record]',
    'furnishing.record-furnished.v1': 'furnished a record about the [subject]',
    'furnishing.record-substituted.v1': 'used other records in place of the [record]',
    'policy.furnishing-policy-draft-changed.v1':
      'saved a draft of the [furnishing policy] in an emergency',
    'policy.furnishing-policy-saved.v1': 'saved version 1 of the [furnishing policy]',
    'policy.querying-policy-draft-changed.v1':
      'saved a draft of the [querying policy] in an emergency',
    'policy.querying-policy-retired.v1': 'returned to draft the [querying policy]',
    'policy.querying-policy-saved.v1':
      'saved version 1 (default, enforced) of the [querying policy]',
    'policy.querying-policy-test-changed.v1':
      'saved the test “a limited company is issued” of the [querying policy]',
    'query.executed.v1': 'queried the KYB certificate of a consumer, in the [query]',
    'query.notice-endpoint-changed.v1': 'created the [notice endpoint]',
    'query.queries-simulated.v1':
      'simulated past queries of the network under another policy, in the [simulation]',
    'query.simulated.v1': 'simulated the past [query] under another policy',
  });
});

test.each(EXAMPLES)('%s without readable members is a sentence about its resource', (_, entry) => {
  const sentence = sentenceOf({ ...entry, data: null });
  expect(inWords(sentence)).toMatch(/^[a-z].*\[[a-z ]+\]/);
  expect(inWords(sentence)).not.toContain('undefined');
  const id = entry.subject.split('/').at(-1);
  expect(objectsOf(sentence).map((object) => object.id)).toContain(id);
});

const sentenceWith = (type: string, data: object) =>
  sentenceOf({ type, subject: 'resource', data: JSON.stringify(data) });

test.each([
  ['entity.account-changed.v1', { status: 'suspended' }, 'suspended the [account]'],
  ['entity.account-changed.v1', { status: 'active', revision: 3 }, 'activated the [account]'],
  ['entity.client-changed.v1', { status: 'removed' }, 'removed the client with the [account]'],
  ['entity.membership-changed.v1', { roles: [] }, 'ended the membership of [institution]'],
  ['furnishing.record-ended.v1', { state: 'corrected' }, 'corrected the [record]'],
  ['policy.querying-policy-retired.v1', { status: 'archived' }, 'archived the [querying policy]'],
  [
    'policy.querying-policy-saved.v1',
    { version: 3, status: 'published', enforced: true },
    'saved version 3 (published, enforced) of the [querying policy]',
  ],
  [
    'query.executed.v1',
    { product_slug: 'kyb_certificate', subject_type: 'business', outcome: 'no_result' },
    'queried the KYB certificate of a business, without a result, in the [query]',
  ],
])('%s with %j is: %s', (type, data, words) => {
  expect(inWords(sentenceWith(type, data))).toBe(words);
});

test.each([
  [{ state: 'open' }, 'disputing'],
  [{ state: 'acknowledged' }, 'furnishing'],
  [{ state: 'decided', outcome: 'upheld' }, 'furnishing'],
  [{ state: 'decided', outcome: 'upheld', stated_at: '2026-01-15T09:30:00Z' }, 'disputing'],
])('the step of a dispute with %j is of the %s institution', (data, side) => {
  const sides = { furnishing_entity_id: 'furnishing', disputing_entity_id: 'disputing' };
  expect(sentenceWith('furnishing.dispute-changed.v1', { ...sides, ...data }).by).toBe(side);
});

test('an event that the console does not know is named', () => {
  expect(inWords(sentenceWith('consent.transferred.v1', {}))).toBe(
    'caused the event consent.transferred.v1 of resource',
  );
});
