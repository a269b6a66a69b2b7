import { templateBySlug, TEMPLATES, type Template } from '@ndx/catalog';
import { describe, expect, test } from '@jest/globals';
import { askOf, askTemplateSuite } from '../../testing/asked-templates.js';
import { policy, replayed, unconsented } from '../../testing/asked-policies.js';
import { BANKS } from '../../testing/furnished-worlds.js';
import { PolicyTestFault } from '../policy-test/index.js';

const templateNamed = (slug: string): Template => {
  const found = templateBySlug(slug);
  if (!found) throw new Error(`there is no template ${slug}`);
  return found;
};

const ASSETS = templateNamed('total_consumer_assets');
const ADDRESS = templateNamed('address_verification');
const SNAPSHOT = templateNamed('consumer_credit_health_snapshot');
const BUNDLE = templateNamed('kyc_certificate_bundle');
const HOUSING = 'housing_status_own_rent';
const [BANK, OTHER] = BANKS;

/** Queries without a consent for one purpose. */
const OPEN = { permissible_purposes: ['employment'], consent: 'permissible_purpose' };

describe('whether an output of a template can be read without a consent', () => {
  const question = unconsented(ASSETS.slug, HOUSING);

  test('is answered with the smallest case', () => {
    const rules = policy([], OPEN);
    const answer = askOf(ASSETS, rules, question);
    expect(answer).toMatchObject({
      answer: 'yes',
      sentence: `Yes: a member can read ${ASSETS.slug}.${HOUSING} without a consent.`,
      world: {
        query: { template_slug: ASSETS.slug, permissible_purpose: 'employment' },
        records: [{ [ASSETS.slug]: { [HOUSING]: 'own' } }],
        ...{ consents: [], attestations: [] },
      },
    });
    expect(Object.keys(answer.world?.records?.[0]?.[ASSETS.slug] ?? {})).toEqual([HOUSING]);
    expect(replayed(rules, answer).differences).toEqual([]);
  });

  test.each([
    ['a consent is required', policy([], { ...OPEN, consent: 'required' })],
    [
      'the field is disabled',
      policy(
        [
          {
            model_name: ASSETS.slug,
            field_selections: [{ field_name: HOUSING, is_enabled: false }],
          },
        ],
        OPEN,
      ),
    ],
    [
      'the only source of the field is no source of the template',
      policy(
        [
          {
            ...{ model_name: ASSETS.slug, selected_provenance_option_ids: [BANK] },
            field_selections: [{ field_name: HOUSING, selected_provenance_option_ids: [OTHER] }],
          },
        ],
        OPEN,
      ),
    ],
  ])('is denied where %s, with the number of decided cases', (_, rules) => {
    const answer = askOf(ASSETS, rules, question);
    expect(answer).toMatchObject({ answer: 'no' });
    expect(answer.world).toBeUndefined();
    expect(answer.enumerated.worlds).toBeGreaterThan(50);
  });

  test('has an accepted amount as it is furnished, and a source for each group', () => {
    const rules = policy(
      [
        {
          model_name: ASSETS.slug,
          field_selections: [
            { field_name: 'asset_current_market_value', accepted_values: ['5125.4'] },
          ],
        },
      ],
      OPEN,
    );
    const assets = askOf(ASSETS, rules, question);
    expect(assets.world).toMatchObject({
      records: [{ [ASSETS.slug]: { asset_current_market_value: 5125.4 } }],
    });
    expect(replayed(rules, assets).differences).toEqual([]);

    const score = 'cashflow_based_credit_score_value';
    const twoBanks = policy(
      [
        {
          model_name: SNAPSHOT.slug,
          field_selections: [
            { field_name: score, selected_provenance_option_ids: [BANK] },
            { field_name: 'debt_to_income_ratio', selected_provenance_option_ids: [OTHER] },
          ],
        },
      ],
      OPEN,
    );
    const scored = askOf(SNAPSHOT, twoBanks, unconsented(SNAPSHOT.slug, score));
    expect(scored.world?.expected.groups).toMatchObject({
      cashflow_based_credit_score: { furnishing_entity_id: BANK },
      [SNAPSHOT.slug]: { furnishing_entity_id: OTHER },
    });
    expect(replayed(twoBanks, scored).differences).toEqual([]);
  });

  test.each([
    [ASSETS, unconsented(ASSETS.slug, 'typo'), `${ASSETS.slug} has no field "typo"`],
    [ASSETS, unconsented('typo'), `section must be ${ASSETS.slug}: "typo"`],
    [
      BUNDLE,
      unconsented(BUNDLE.slug),
      /is a bundle, .*: ask about those of address_verification, biometric_verification, /,
    ],
  ])('of an unknown name, or of a bundle, is refused', (template, asked, message) => {
    expect(() => askOf(template, policy(), asked)).toThrow(PolicyTestFault);
    expect(() => askOf(template, policy(), asked)).toThrow(message);
  });
});

describe('whether an old record of a template can be issued', () => {
  const limited = (template: Template) => policy([{ model_name: template.slug, max_age_days: 90 }]);

  test.each([
    [ASSETS, 'furnished'],
    [ADDRESS, 'verified'],
    [BUNDLE, 'verified'],
  ])('depends on the limit of age', (template, done) => {
    const old = { kind: 'older_than', days: 90 } as const;
    expect(askOf(template, limited(template), old)).toMatchObject({
      answer: 'no',
      sentence: `No: no record of ${template.slug} that was ${done} more than 90 days before the query can be issued.`,
    });
    const younger = askOf(template, limited(template), { ...old, days: 89 });
    expect(younger).toMatchObject({ answer: 'yes' });
    expect(replayed(limited(template), younger).differences).toEqual([]);
  });

  test('has a recent accepted time beside an old one, which the policy then does not compare', () => {
    const time = 'address_data_review_timestamp';
    const other = 'address_verification_timestamp';
    const accepting = (...names: string[]) =>
      policy([
        {
          ...{ model_name: ADDRESS.slug, max_age_days: 90 },
          field_selections: names.map((field_name) => ({
            ...{ field_name, accepted_values: ['2026-05-01T00:00:00.000Z'] },
          })),
        },
      ]);
    const old = { kind: 'older_than', days: 90 } as const;
    expect(askOf(ADDRESS, accepting(time), old)).toMatchObject({ answer: 'yes' });
    expect(askOf(ADDRESS, accepting(time, other), old)).toMatchObject({ answer: 'no' });
  });
});

describe('the furnishers that can never be a source of a template', () => {
  test('are listed with the group, the rule and its field', () => {
    const rules = policy([
      {
        ...{ model_name: SNAPSHOT.slug, selected_provenance_option_ids: [BANK, OTHER] },
        field_selections: [
          {
            field_name: 'debt_to_income_ratio',
            selected_provenance_option_ids: [BANK],
          },
        ],
      },
    ]);
    const { never = [] } = askOf(SNAPSHOT, rules, { kind: 'never_source', furnishers: [] });
    const groups = SNAPSHOT.groups.map(({ name }) => name);
    expect(never).toEqual([
      {
        ...{ furnishing_entity_id: OTHER, section: SNAPSHOT.slug },
        ...{ rule: 'required_field_missing', member: 'debt_to_income_ratio' },
      },
      ...groups.map((section) => ({
        ...{ furnishing_entity_id: null, section, rule: 'source_not_accepted' },
      })),
    ]);
  });

  test.each(TEMPLATES.map((template) => [template.slug, template] as const))(
    'are none under a policy of %s without rules',
    (_, template) => {
      expect(askOf(template, policy(), { kind: 'never_source', furnishers: [BANK] })).toMatchObject(
        { answer: 'no', never: [] },
      );
    },
  );
});

askTemplateSuite(400);
