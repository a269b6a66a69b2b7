import { kybCertificate } from '@ndx/catalog';
import {
  EXPLANATION_CODES,
  type ConsentState,
  type ExplanationCode,
  type ModelSelection,
  type Principal,
} from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { assembleCertificate } from '../../domain/certificate/assemble-certificate.js';
import { consentedAccess } from '../../domain/consent/consented-access.js';
import { decisionOf } from '../../domain/decision/decision.js';
import { explainCertificate } from '../../domain/explanation/explain-certificate.js';
import { explainTemplate } from '../../domain/explanation/explain-template.js';
import { notRecorded, type QueryExplanation } from '../../domain/explanation/explanation.js';
import type { OpenDispute } from '../../domain/open-dispute.js';
import { explanationReader } from '../../domain/explanation/explanation-reader.js';
import { words } from '../../domain/explanation/words.js';
import type { NetworkRules } from '../../domain/policy/network-rules.js';
import { sectionOf } from '../../domain/certificate/section-reader.js';
import { expectedAnswer } from '../../domain/coverage/template-coverage.js';
import { templateDecisionOf } from '../../domain/decision/template-decision.js';
import {
  aCandidate,
  aConsent,
  aField,
  aPolicy,
  aPrincipal,
  aSelection,
  DAY,
  FURNISHER,
  id,
  NETWORK,
  NOW,
  OTHER_FURNISHER,
  OTHER_NETWORK,
} from '../../testing/builders.js';
import {
  anInput,
  aPart,
  aTemplateRecord,
  templateNamed,
  valuesOf,
} from '../../testing/template-input.js';
import { expectedQuery } from '../coverage/expected-query.js';

const IDENTITY = 'business_identity_verification';
const RISK = 'business_risk_compliance_assessment';
const TYPE = 'business_entity_type';
const WEBSITE = 'business_website_url';
const SNAPSHOT = 'consumer_credit_health_snapshot';
const BUNDLE = 'credit_history_bundle';
const INDICATOR = 'network_adverse_action_eligible_indicator';
const STATUS = 'aggregated_credit_accounts_worst_current_delinquency_status';

const querier = aPrincipal;
/** Governs one of the networks. */
const governor: Principal = {
  ...aPrincipal,
  entity_id: id(9),
  memberships: aPrincipal.memberships.map((one) => ({ ...one, roles: ['governor'] })),
};

/** A query of two furnishers' data; every network has the same terms. */
interface Asked {
  readonly selection?: Partial<ModelSelection>;
  readonly consent?: ConsentState;
  readonly networks?: readonly string[];
  /** The furnishers that it names. */
  readonly requested?: readonly string[];
  /** Differences of the first furnisher's records; it furnished earlier than the second one. */
  readonly first?: {
    recordId?: string;
    furnishedAt?: number;
    performedAt?: number;
    hasLeft?: boolean;
    statedBusiness?: string;
    disputes?: readonly OpenDispute[];
  };
  /** Fields of a template that nobody furnished. */
  readonly lacking?: readonly string[];
  readonly status?: string;
  /** The open data sets of a bundle. */
  readonly parts?: NetworkRules['parts'];
}

const NO_PARTS: NetworkRules['parts'] = new Map();
const EARLIER = { furnishedAt: NOW - 31 * DAY };
const DISPUTE: OpenDispute = { recordId: id(100), field: null, openedAt: NOW, dueAt: NOW };
const SECOND = { furnishingEntityId: OTHER_FURNISHER, recordId: id(101) };

function termsOf(reader: Principal, asked: Asked, model: string) {
  const { selection, consent, networks = [NETWORK], parts = NO_PARTS } = asked;
  const modelSelections = selection ? [aSelection({ model_name: model, ...selection })] : [];
  const rules = new Map(
    networks.map((networkId): [string, NetworkRules] => {
      const policy = aPolicy({ networkId, modelSelections });
      return [networkId, { policy, consent, parts, accessTo: consentedAccess(consent, NOW) }];
    }),
  );
  const event = { querying_entity_id: querier.entity_id, network_ids: [...networks] };
  const seenBy = explanationReader(reader, event);
  if (!seenBy) throw new Error('the principal may not read the query');
  return { rules, seenBy };
}

function explainBusiness(reader: Principal, asked: Asked): QueryExplanation {
  const { networks: networkIds = [NETWORK], requested: furnishingEntityIds = [] } = asked;
  const { rules, seenBy } = termsOf(reader, asked, IDENTITY);
  const candidates = [aCandidate(asked.first ?? EARLIER), aCandidate(SECOND)];
  const query = { candidates, furnishingEntityIds, rules, now: NOW };
  const { assembly, judgements } = assembleCertificate({ product: kybCertificate, ...query });
  const decision = decisionOf({ ...query, networkIds, judgements });
  const answered = { issuable: assembly !== undefined, purpose: undefined };
  const issued =
    assembly &&
    Object.fromEntries([...assembly].map(([model, chosen]) => [model, sectionOf(chosen)]));
  const recorded = { ...expectedQuery(rules, decision, answered), isCheck: false, issued };
  return explainCertificate(kybCertificate, recorded, seenBy);
}

function explainTemplateNamed(slug: string, reader: Principal, asked: Asked): QueryExplanation {
  const { requested: furnishingEntityIds = [], lacking = [], status = 'current' } = asked;
  const parts = asked.parts ?? new Map([[SNAPSHOT, aPart()]]);
  const { rules: rulesByNetwork, seenBy } = termsOf(reader, { ...asked, parts }, slug);
  const dataset = slug === BUNDLE ? SNAPSHOT : slug;
  const stated = Object.entries(valuesOf(slug, dataset))
    .filter(([field]) => !lacking.includes(field))
    .map(([field, value]) => [field, field === STATUS ? status : value] as const);
  const records = [asked.first ?? EARLIER, SECOND].map((change) =>
    aTemplateRecord(dataset, Object.fromEntries(stated), {
      performedAt: NOW - 31 * DAY,
      ...change,
    }),
  );
  const input = { ...anInput(slug, records), rulesByNetwork };
  const { answer, outputs, judgements } = expectedAnswer(input);
  const judged = { ...input, outputs, judgements, furnishingEntityIds };
  const decision = templateDecisionOf({
    ...judged,
    omitted: [],
    answerHash: undefined,
  });
  const answered = { issuable: answer !== undefined, purpose: undefined };
  const recorded = { ...expectedQuery(rulesByNetwork, decision, answered), isCheck: false };
  return explainTemplate(templateNamed(slug), recorded, seenBy);
}

const aboutField = (rule: Parameters<typeof aField>[0]) => ({ field_selections: [aField(rule)] });

/** Codes of products alone: these templates have required outputs alone. */
const OF_PRODUCTS: readonly ExplanationCode[] = [
  'name_differs',
  'not_stated',
  'not_determined',
  'furnisher_not_requested',
  'required_section_missing',
  'not_recorded',
];

const KINDS = [
  {
    ...{ kind: 'certificate', slug: IDENTITY },
    ...{ field: TYPE, other: WEBSITE },
    impossible: ['dataset_closed', 'not_determined'],
  },
  {
    ...{ kind: 'template', slug: 'total_consumer_liabilities' },
    field: 'aggregated_credit_accounts_outstanding_auto_loan_debt',
    other: 'aggregated_credit_accounts_outstanding_mortgage_debt',
    impossible: [...OF_PRODUCTS, 'dataset_closed'],
  },
  {
    ...{ kind: 'bundle', slug: BUNDLE },
    ...{ field: STATUS, other: 'debt_to_income_ratio' },
    impossible: OF_PRODUCTS,
  },
] as const;

describe.each(KINDS)('the explanation of a $kind', (subject) => {
  const { kind, slug, field, other, impossible } = subject;
  const isTemplate = kind !== 'certificate';
  const checked = new Set<ExplanationCode>();

  /** Checks that a part of an explanation has a code and its sentence. */
  function check(found: object | undefined, code: ExplanationCode, sentence: string): void {
    expect(found).toMatchObject({ code, sentence });
    checked.add(code);
  }

  function explain(reader: Principal, asked: Asked = {}) {
    const whole = isTemplate
      ? explainTemplateNamed(slug, reader, asked)
      : explainBusiness(reader, asked);
    const section = whole.sections.find(({ model }) => model === slug);
    if (!section) throw new Error('the section is not explained');
    const fieldNamed = (name: string) => section.fields.find((one) => one.field === name);
    const { records } = section;
    const by = (furnisher: string) =>
      records.find(({ furnishingEntityId }) => furnishingEntityId === furnisher);
    return {
      whole,
      section,
      fieldNamed,
      records,
      by,
      part: isTemplate ? fieldNamed(field) : section,
    };
  }

  test.each<readonly [ExplanationCode, Partial<ModelSelection>, string]>([
    ['not_enabled', { is_enabled: false }, 'disables the section.'],
    [
      'attestation_missing',
      { attestation_required: true },
      'requires an attestation, and the furnisher had no active one.',
    ],
    [
      'too_old',
      { max_age_days: 0 },
      'accepts records of at most 0 days, and the record was older.',
    ],
    [
      'value_not_accepted',
      aboutField({ field_name: field, accepted_values: ['none of them'] }),
      `accepts certain values of ${words(field)}, and the record has none of them that may be read.`,
    ],
    [
      'source_not_accepted',
      { selected_provenance_option_ids: [id(8)] },
      'does not accept the section from this furnisher.',
    ],
  ])('shows the governor alone that its policy excluded a record: %s', (code, selection, rule) => {
    check(explain(governor, { selection }).by(FURNISHER), code, `The policy ${rule}`);
    const { section, records } = explain(querier, { selection });
    expect(records).toEqual([]);
    expect(section.limits).toContainEqual(expect.objectContaining({ code }));
  });

  test.each<readonly [ExplanationCode, Asked, string]>([
    [
      'outranked_by_source_order',
      { selection: { selected_provenance_option_ids: [OTHER_FURNISHER, FURNISHER] } },
      'The furnisher of the chosen record comes first in the order of sources of the policy.',
    ],
    ['outranked_by_furnishing_time', {}, 'The chosen record was furnished later.'],
    [
      'outranked_by_record_id',
      { first: { recordId: id(102) } },
      'Source order and times are equal; the lower record id was chosen.',
    ],
  ])('shows the querier what decided between two records: %s', (code, asked, sentence) => {
    const { by } = explain(querier, asked);
    check(by(OTHER_FURNISHER), 'chosen', 'The record was chosen.');
    check(by(FURNISHER), code, sentence);
  });

  test.each<readonly [ExplanationCode, Partial<ConsentState>, string]>([
    ['consent_scope', { consented_fields: `${RISK}.*` }, 'The consent does not cover it.'],
    ['grant', { field_access_grants: [] }, 'No grant that applies covers it.'],
  ])(
    'shows what consent closes, and to no reader the records behind it: %s',
    (code, terms, sentence) => {
      const consent = aConsent({ kind: isTemplate ? 'consumer' : 'business', ...terms });
      check(explain(querier, { consent }).part, code, sentence);
      expect(explain(governor, { consent }).records).toEqual([]);
    },
  );

  test('shows for each field whether it was issued, and from whom', () => {
    const { whole, fieldNamed } = explain(querier);
    check(whole, 'issued', 'A result was issued.');
    check(fieldNamed(field), 'issued', 'It was issued.');
    const source = { networkId: NETWORK, furnishingEntityId: OTHER_FURNISHER };
    expect(fieldNamed(field)?.sources).toMatchObject([source]);
  });

  test('shows a governor of one of the networks neither the choice nor the fields', () => {
    const { section, by } = explain(governor, { networks: [NETWORK, OTHER_NETWORK] });
    const sentence = 'It depends on networks that you do not govern.';
    for (const found of [section, ...section.fields]) check(found, 'not_shown', sentence);
    check(by(OTHER_FURNISHER), 'eligible', 'The record satisfies the policy of its network.');
  });

  if (isTemplate) {
    test('shows what the records of a 204 lack', () => {
      const lacking = { lacking: [other], status: 'in a word of its own' };
      const { whole, fieldNamed, by } = explain(querier, lacking);
      const missing = `No result was issued: required fields have no value: ${words(other)}. The code of each field gives the reason.`;
      check(whole, 'required_field_missing', missing);
      check(
        fieldNamed(field),
        'no_eligible_record',
        'No record that you may read satisfies its rules.',
      );
      check(
        by(FURNISHER),
        'required_field_missing',
        `The answer requires ${words(other)}, and the records of the furnisher state no value of it that may be read.`,
      );
    });

    test('shows what a chosen record states if an output about it may not be read', () => {
      const { outputs } = templateNamed(slug);
      const open = outputs.filter(({ name }) => name !== INDICATOR);
      const consented_fields = open.map(({ name }) => `${slug}.${name}`).join();
      const { whole, fieldNamed } = explain(querier, { consent: aConsent({ consented_fields }) });
      expect(whole.sentence).toContain(`have no value: ${words(INDICATOR)}.`);
      check(
        fieldNamed(field),
        'result_not_issued',
        'An eligible record was found, but the result as a whole was not issued.',
      );
    });

    test('shows as a limit that the query named other furnishers', () => {
      const { section } = explain(querier, { requested: [OTHER_FURNISHER] });
      check(
        section.limits.find(({ code }) => code === 'furnisher_not_requested'),
        'furnisher_not_requested',
        'The query accepts only records of the furnishers that it named.',
      );
    });
  }

  if (kind === 'bundle') {
    test('shows that no consent in force opens a data set', () => {
      const { section } = explain(querier, { parts: NO_PARTS });
      const sentence = 'No consent in force, and no allowed purpose, opens its data set.';
      check(section, 'dataset_closed', sentence);
      expect(section.limits).toMatchObject([{ model: SNAPSHOT, code: 'dataset_closed' }]);
      expect(section.records).toEqual([]);
    });
  }

  test.each<readonly [ExplanationCode, Principal, Asked, string]>([
    [
      'nothing_readable',
      governor,
      {
        selection: aboutField({ field_name: field, is_enabled: false }),
        consent: aConsent({ consented_fields: `${slug}.${field}` }),
      },
      'Consent and policy leave no value of the record.',
    ],
    [
      'furnisher_left',
      governor,
      { first: { hasLeft: true } },
      'The furnisher had left the network, or was no furnisher there any more, and the network excludes such records.',
    ],
    [
      'disputed',
      governor,
      { selection: { disputed_data: 'exclude' }, first: { ...EARLIER, disputes: [DISPUTE] } },
      'The policy excludes disputed data, at once or after a missed deadline, and a dispute of the record was open.',
    ],
    [
      'outranked_by_verification_time',
      querier,
      { first: { performedAt: NOW - 32 * DAY } },
      'The chosen record was verified later; the time of furnishing counts where no verification time may be read.',
    ],
  ])('shows why a record was not chosen: %s', (code, reader, asked, sentence) => {
    check(explain(reader, asked).by(FURNISHER), code, sentence);
  });

  if (kind === 'certificate') {
    test('shows why a record of the certificate was not chosen', () => {
      check(
        explain(governor, { requested: [OTHER_FURNISHER] }).by(FURNISHER),
        'furnisher_not_requested',
        'The query named other furnishers.',
      );
      const asked = {
        selection: { name_match: 'require' as const },
        consent: aConsent({ business_legal_name: 'Real Name LLC' }),
        first: { statedBusiness: '{"business_legal_name":"Shell Trading Inc"}' },
      };
      check(
        explain(governor, asked).by(FURNISHER),
        'name_differs',
        'The policy requires the legal name in the consent, which the record does not state, or may not be read in it.',
      );
      const selection = aboutField({ field_name: WEBSITE, is_required: true });
      check(
        explain(querier, { selection }).by(FURNISHER),
        'required_field_missing',
        `The policy requires ${words(WEBSITE)}, of which no value may be read in the record.`,
      );
    });

    test('shows that no record satisfies the limits, and which fields a chosen one lacks', () => {
      const selection = aboutField({ field_name: WEBSITE, is_required: true });
      check(
        explain(querier, { selection }).section,
        'no_eligible_record',
        'No record that you may read satisfies its rules.',
      );
      const { fieldNamed } = explain(querier);
      // Furnishers state the jurisdiction in the identity of the business; the section has its own.
      for (const name of [WEBSITE, 'business_jurisdiction_of_formation']) {
        const sentence = 'The chosen record does not state it in this section.';
        check(fieldNamed(name), 'not_stated', sentence);
      }
    });

    test('shows which required section a 204 lacks, and that another one was not issued', () => {
      const required = { model_name: RISK, is_required: true };
      const { whole, section } = explain(querier, { selection: required });
      check(
        whole,
        'required_section_missing',
        `No result was issued: a policy requires ${words(RISK)}, and no record that you may read satisfies its rules.`,
      );
      check(
        section,
        'result_not_issued',
        'An eligible record was found, but the result as a whole was not issued.',
      );
    });

    test('states that no decision was recorded', () => {
      const sentence = 'The query was answered before decisions were recorded.';
      check(notRecorded(), 'not_recorded', sentence);
    });
  }

  test('has every code that it can have in one of these tests', () => {
    const reached = new Set<ExplanationCode>([...checked, ...impossible]);
    expect(EXPLANATION_CODES.filter((code) => !reached.has(code))).toEqual([]);
  });
});
