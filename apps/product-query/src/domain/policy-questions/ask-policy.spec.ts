import { describe, expect, test } from '@jest/globals';
import {
  ask,
  askedPoliciesSuite,
  policy,
  replayed,
  unconsented,
} from '../../testing/asked-policies.js';
import { BANKS } from '../../testing/furnished-worlds.js';
import { PolicyTestFault } from '../policy-test/index.js';

const IDENTITY = 'business_identity_verification';
const OWNERSHIP = 'business_ownership_control_verification';
const TIME = 'business_identity_verification_performed_timestamp';
const BANK = BANKS[0];

describe('whether a field can be read without a consent', () => {
  test('is answered with the smallest world', () => {
    const rules = policy([{ model_name: IDENTITY, is_required: true }]);
    const answer = ask(rules, unconsented(IDENTITY, 'business_entity_type'));
    expect(answer).toMatchObject({
      answer: 'yes',
      sentence: `Yes: a member can read ${IDENTITY}.business_entity_type without a consent.`,
      world: {
        consents: [],
        attestations: [],
        records: [{ [IDENTITY]: { data: { business_entity_type: expect.any(String) } } }],
      },
    });
    expect(Object.keys(answer.world?.query ?? {})).not.toContain('permissible_purpose');
    expect(replayed(rules, answer).differences).toEqual([]);
  });

  test.each([
    ['a consent is required', policy([], { consent: 'required' })],
    [
      'the field is disabled',
      policy([
        {
          model_name: IDENTITY,
          field_selections: [{ field_name: 'business_entity_type', is_enabled: false }],
        },
      ]),
    ],
    [
      'the only source of the field is no source of its section',
      policy([
        {
          model_name: IDENTITY,
          selected_provenance_option_ids: [BANK],
          field_selections: [
            { field_name: 'business_entity_type', selected_provenance_option_ids: [BANKS[1]] },
          ],
        },
      ]),
    ],
  ])('is denied where %s, with the number of decided worlds', (_, rules) => {
    const answer = ask(rules, unconsented(IDENTITY, 'business_entity_type'));
    expect(answer).toMatchObject({ answer: 'no' });
    expect(answer.world).toBeUndefined();
    expect(answer.enumerated.worlds).toBeGreaterThan(50);
  });

  test('has a record of each required section, and a permitted purpose', () => {
    const rules = policy(
      [
        { model_name: IDENTITY, selected_provenance_option_ids: [BANK] },
        { model_name: OWNERSHIP, is_required: true, attestation_required: true },
      ],
      { permissible_purposes: ['customer_due_diligence'] },
    );
    const answer = ask(rules, unconsented(IDENTITY));
    expect(answer.world).toMatchObject({
      query: { permissible_purpose: 'customer_due_diligence' },
      records: [{ furnishing_entity_id: BANK }, { [OWNERSHIP]: {} }],
      attestations: [{}],
    });
    expect(replayed(rules, answer).differences).toEqual([]);
  });

  test.each([
    [unconsented(IDENTITY, 'typo'), `${IDENTITY} has no field "typo"`],
    [unconsented('typo'), /^section must be one of .*: "typo"$/],
  ])('of an unknown name is refused', (question, message) => {
    expect(() => ask(policy(), question)).toThrow(PolicyTestFault);
    expect(() => ask(policy(), question)).toThrow(message);
  });
});

describe('whether an old record can be issued', () => {
  const limited = (field: object) =>
    policy([{ model_name: IDENTITY, max_age_days: 90, field_selections: [field] }]);
  const old = { kind: 'older_than', days: 90, section: IDENTITY } as const;

  test('depends on whether the time of its verification can be hidden', () => {
    const hideable = limited({ field_name: 'business_entity_type' });
    const answer = ask(hideable, old);
    expect(answer).toMatchObject({ answer: 'yes' });
    expect(answer.world?.consents).toHaveLength(1);
    expect(replayed(hideable, answer).differences).toEqual([]);
    expect(ask(limited({ field_name: TIME, is_required: true }), old)).toMatchObject({
      answer: 'no',
    });
    const younger = { ...old, days: 89 };
    expect(ask(limited({ field_name: TIME, is_required: true }), younger).answer).toBe('yes');
  });

  test('has an answer for a limit that is longer than any record is old', () => {
    const unlimited = policy([{ model_name: IDENTITY, max_age_days: 1_000_000 }]);
    expect(ask(unlimited, { ...old, days: 18_250 })).toMatchObject({ answer: 'yes' });
    expect(() => ask(unlimited, { ...old, days: 18_251 })).toThrow('days must be at most 18250');
  });
});

describe('the furnishers that can never be a source', () => {
  test('are listed with the section, the rule and its field', () => {
    const rules = policy([
      {
        model_name: IDENTITY,
        selected_provenance_option_ids: [BANK, BANKS[1]],
        field_selections: [
          {
            field_name: 'business_entity_type',
            is_required: true,
            selected_provenance_option_ids: [BANK],
          },
        ],
      },
      { model_name: OWNERSHIP, is_enabled: false },
    ]);
    const { never = [] } = ask(rules, { kind: 'never_source', furnishers: [BANKS[2]] });
    const disabled = [BANK, BANKS[1], BANKS[2], null].map((furnishing_entity_id) => ({
      ...{ furnishing_entity_id, section: OWNERSHIP, rule: 'not_enabled' },
    }));
    const source = { section: IDENTITY, rule: 'source_not_accepted' };
    const field = { rule: 'required_field_missing', member: 'business_entity_type' };
    expect(never).toHaveLength(7);
    expect(never).toEqual(
      expect.arrayContaining([
        ...disabled,
        { furnishing_entity_id: BANKS[1], section: IDENTITY, ...field },
        { furnishing_entity_id: BANKS[2], ...source },
        { furnishing_entity_id: null, ...source },
      ]),
    );
  });

  test('are none under a policy without rules', () => {
    expect(ask(policy(), { kind: 'never_source', furnishers: [BANK] })).toMatchObject({
      answer: 'no',
      never: [],
    });
  });
});

askedPoliciesSuite(144);
