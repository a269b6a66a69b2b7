import { describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '@ndx/catalog';
import { askPolicy, parsePolicyTest } from '@ndx/product-query/policy-test';
import type { Furnisher } from '../outcome.js';
import { playableTest } from './playable-test.js';
import { PlayedInstitutions } from './played-institutions.js';
import { UnplayableError } from './unplayable-error.js';

const IDENTITY = 'business_identity_verification';
const TIME = `${IDENTITY}_performed_timestamp`;
const QUERIER = 'Querying Bank';
const ASSETS = 'total_consumer_assets';
const AT = '2026-06-01T00:00:00.000Z';
const LATER = '2027-06-01T00:00:00Z';

/** Sources that a policy prefers have ids. */
const PREFERRED = '00000000-0000-7000-8000-000000000001';
const SECOND = '00000000-0000-7000-8000-000000000002';

interface RecordChange {
  readonly by?: string;
  readonly name?: string;
  readonly furnishedAt?: string;
  readonly performedAt?: string;
}

const record = ({
  by = 'First Bank',
  name,
  furnishedAt = '2026-05-02T00:00:00Z',
  performedAt = '2026-05-01T00:00:00Z',
}: RecordChange = {}) => ({
  furnishing_entity_id: by,
  furnished_at: furnishedAt,
  ...(name !== undefined && { business_identity: { business_legal_name: name } }),
  [IDENTITY]: {
    assertions: { [TIME]: performedAt },
    data: { business_entity_type: 'corporation' },
  },
});

const query = { querying_entity_id: QUERIER, product_slug: 'kyb_certificate' };

const aTest = (change: object = {}) =>
  parsePolicyTest({
    ...{ name: 'a corporation is issued', policy: 'policy.json', at: AT, query },
    records: [record()],
    expected: { outcome: 'issued' },
    ...change,
  });

const configuration = (selection: object = {}) => ({
  consent: null,
  permissible_purposes: [],
  model_selections: [{ model_name: IDENTITY, is_required: true, ...selection }],
});

const play = (change: object = {}, selection: object = {}) =>
  playableTest(aTest(change), configuration(selection));

describe('a played test', () => {
  test('has the days from the furnishing to the query, a name, and its furnishers', () => {
    const attestations = [{ entity_id: 'First Bank', expires_at: LATER }];
    const records = [record(), record({ by: 'Second Bank' })];
    const { test: played, delayMs, furnishers } = play({ records, attestations });
    expect(delayMs).toBe(30 * 86_400_000);
    expect(furnishers).toEqual([
      { name: 'First Bank', isAttested: true },
      { name: 'Second Bank', isAttested: false },
    ]);
    const names = played.records?.map(({ business_identity: identity }) => identity);
    const name = { business_legal_name: 'Played Business LLC' };
    expect(names).toEqual([name, name]);
  });

  test('furnishes its records one after the other, where the answer is the same', () => {
    const earlier = record({ by: 'Second Bank', furnishedAt: '2026-04-02T00:00:00Z' });
    const { test: played } = play({ records: [record(), earlier] });
    expect(played.records?.map((each) => [each.furnishing_entity_id, each.furnished_at])).toEqual([
      ['Second Bank', '2026-05-01T23:59:59.999Z'],
      ['First Bank', '2026-05-02T00:00:00.000Z'],
    ]);
  });
});

test('a played test of a template furnishes its data sets, without a legal name', () => {
  const { test: played, template } = play(
    {
      query: { querying_entity_id: QUERIER, template_slug: ASSETS },
      records: [
        {
          ...{ furnishing_entity_id: 'First Bank', furnished_at: '2026-05-02T00:00:00Z' },
          [ASSETS]: { housing_status_own_rent: 'own' },
        },
      ],
      consents: [{}],
    },
    { model_name: ASSETS },
  );
  expect(template?.slug).toBe(ASSETS);
  expect(Object.keys(played.records?.[0] ?? {})).not.toContain('business_identity');
});

test.each(TEMPLATES.map(({ slug }) => slug))('a counter-example about %s can be played', (slug) => {
  const rules = configuration({ model_name: slug, is_required: false, max_age_days: 90 });
  const { world } = askPolicy(rules, { kind: 'older_than', days: 30 }, AT, slug);
  const counterExample = parsePolicyTest({ ...world, policy: 'policy.json' });
  expect(playableTest(counterExample, rules).template?.slug).toBe(slug);
});

describe('a test is refused, with the member, that has', () => {
  /** It hides the time of verification. */
  const untimed = { consent_id: 'consent', consented_fields: `${IDENTITY}.business_entity_type` };
  const underConsent = { ...query, consent_id: 'consent' };

  test.each([
    [
      'a template without a record',
      { query: { querying_entity_id: QUERIER, template_slug: ASSETS }, records: [] },
      { model_name: ASSETS },
      'records: a play of a template has a record',
    ],
    [
      'a template without a result',
      {
        query: { querying_entity_id: QUERIER, template_slug: ASSETS },
        records: [],
        expected: { outcome: 'no_result' },
      },
      { model_name: ASSETS },
      'expected.outcome: a play of a template shows that a query is issued or refused',
    ],
    [
      'a record of the querying institution',
      { records: [record({ by: QUERIER })] },
      {},
      'records: the querying institution of a sandbox furnishes no record',
    ],
    [
      'a consent of another institution',
      { consents: [{ entity_id: 'Other Bank' }] },
      {},
      'consents: the querying institution of a sandbox records every consent',
    ],
    [
      'neither a record nor a consent',
      { records: [], expected: { outcome: 'no_result' } },
      {},
      'records: without a record and a consent',
    ],
    [
      'a query further ahead than a clock goes',
      { records: [record({ furnishedAt: '2010-01-01T00:00:00Z' })] },
      {},
      'at: the clock of a sandbox goes at most 3653 days ahead',
    ],
    [
      'an answer that depends on when each record was furnished',
      {
        query: underConsent,
        consents: [untimed],
        records: [
          record({ by: PREFERRED, furnishedAt: '2026-01-02T00:00:00Z' }),
          record({ by: SECOND }),
        ],
      },
      { max_age_days: 90, selected_provenance_option_ids: [PREFERRED, SECOND] },
      'records: a play furnishes them at one time',
    ],
    [
      'an answer that depends on a consent without a name',
      {
        query: underConsent,
        consents: [{ consent_id: 'consent' }],
        records: [
          record({ name: 'First Name LLC' }),
          record({
            ...{ by: 'Second Bank', name: 'Second Name LLC' },
            performedAt: '2026-04-01T00:00:00Z',
          }),
        ],
      },
      { name_match: 'require' },
      'records: a play gives each record and consent a business_legal_name',
    ],
    [
      'an answer that ends within a minute',
      { records: [record({ furnishedAt: AT, performedAt: '2026-05-02T00:00:00Z' })] },
      { max_age_days: 30 },
      'at: the answer changes within a minute of this time',
    ],
    [
      'an accepted time of verification',
      {},
      { field_selections: [{ field_name: TIME, accepted_values: ['2026-05-01T00:00:00Z'] }] },
      `policy: it accepts stated values of ${IDENTITY}.${TIME}`,
    ],
  ])('%s', (_name, change, selection, message) => {
    const playing = () => play(change, selection);
    expect(playing).toThrow(UnplayableError);
    expect(playing).toThrow(message);
  });
});

describe('the furnishers of a played test', () => {
  const attested = { name: 'First Bank', isAttested: true };
  const other = { name: 'Second Bank', isAttested: false };
  const inSandbox = new Set<Furnisher>(['attested']);

  test('are institutions that are attested, or not, as they are', () => {
    const institutions = PlayedInstitutions.of([other, attested], inSandbox);
    expect(institutions.all).toEqual(['unattested', 'attested']);
    const id = institutions.idOf('First Bank');
    expect(institutions.nameOf(id)).toBe('First Bank');
  });

  test('keep a list of sources that furnish nothing from being empty', () => {
    const institutions = PlayedInstitutions.of([attested], inSandbox);
    expect(institutions.idsOf(['First Bank', SECOND, PREFERRED])).toHaveLength(2);
    expect(institutions.idsOf([])).toEqual([]);
  });

  test('are refused when the sandbox has too few', () => {
    const two = [attested, { name: 'Third Bank', isAttested: true }];
    expect(() => PlayedInstitutions.of(two, inSandbox)).toThrow(
      'records: the sandbox has no furnisher with an attestation left for Third Bank',
    );
  });
});
