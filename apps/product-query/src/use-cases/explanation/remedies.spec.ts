import { fieldsOf, kybCertificate } from '@ndx/catalog';
import type { ConsentState, FieldSelection, ModelSelection } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { expectedQuery } from '../coverage/expected-query.js';
import {
  aCandidate,
  aConsent,
  aField,
  aPolicy,
  aSelection,
  DAY,
  FURNISHER,
  id,
  NETWORK,
  NOW,
  OTHER_FURNISHER,
} from '../../testing/builders.js';
import { assembleCertificate } from '../../domain/certificate/assemble-certificate.js';
import type { Candidate } from '../../domain/candidate.js';
import { consentedAccess } from '../../domain/consent/consented-access.js';
import { decisionOf } from '../../domain/decision/decision.js';
import type { NetworkRules } from '../../domain/policy/network-rules.js';
import { explainCertificate } from '../../domain/explanation/explain-certificate.js';
import { QUERIER, type ExplanationReader } from '../../domain/explanation/explanation-reader.js';
import type { Remedy } from '../../domain/explanation/section-remedy.js';
import { words } from '../../domain/explanation/words.js';

const IDENTITY = 'business_identity_verification';
const RISK = 'business_risk_compliance_assessment';
const NAME = 'Acme Inc';
const FURNISHERS = [FURNISHER, OTHER_FURNISHER, id(8)];
const READER: ExplanationReader = { ...QUERIER, readsPolicy: () => true };

interface World {
  readonly selections: readonly ModelSelection[];
  readonly consent: ConsentState | undefined;
  readonly requested: readonly string[];
}

function explain({ selections, consent, requested }: World, candidates: readonly Candidate[]) {
  const policy = aPolicy({ modelSelections: selections });
  const own: NetworkRules = {
    ...{ policy, consent, parts: new Map() },
    accessTo: consentedAccess(consent, NOW),
  };
  const rules = new Map([[NETWORK, own]]);
  const query = { candidates, furnishingEntityIds: requested, rules, now: NOW };
  const { assembly, judgements } = assembleCertificate({ product: kybCertificate, ...query });
  const decision = decisionOf({ ...query, networkIds: [NETWORK], judgements });
  const answered = { issuable: assembly !== undefined, purpose: undefined };
  const recorded = { ...expectedQuery(rules, decision, answered), issued: undefined };
  return {
    isIssued: assembly !== undefined,
    read: (reader: ExplanationReader) => explainCertificate(kybCertificate, recorded, reader),
  };
}

const remediesOf = (world: World, reader = READER) => explain(world, []).read(reader).remedies;

function modelNamed(name: string) {
  const model = kybCertificate.models.find((one) => one.name === name);
  if (!model) throw new Error(`no section ${name}`);
  return { ...model, fields: fieldsOf(model).map((field) => field.name) };
}

/** The worst record that a sentence describes: it has nothing that the sentence does not ask for. */
function describedRecord({ sentence, model }: Remedy, furnishingEntityId: string): Candidate {
  const { fields, performedAt } = modelNamed(model);
  const stated = fields.flatMap((field): [string, unknown][] => {
    const value = new RegExp(`states ("[^"]*"|true|false)[^,]* as ${words(field)}\\b`).exec(
      sentence,
    );
    if (value?.[1] !== undefined) return [[field, JSON.parse(value[1])]];
    const isAsked = new RegExp(`states the ${words(field)}(,| and|\\.)`).test(sentence);
    return isAsked || sentence.includes('a field that the query may read') ? [[field, 'x']] : [];
  });
  const asked = stated.length > 0 ? stated : [[performedAt, 'x'] as const];
  const days = /within the last (\d+) day/.exec(sentence)?.[1];
  const age = sentence.includes('at the time of the query') ? 0 : Number(days ?? 9_999) * DAY;
  const isNamed = sentence.includes('names the business as the consent does');
  const isUndisputed = sentence.includes('no open dispute');
  const dispute = { recordId: id(100), field: null, openedAt: NOW - DAY, dueAt: NOW - DAY };
  return aCandidate({
    ...{ model, furnishingEntityId, performedAt: NOW - age, furnishedAt: NOW - age },
    attestationId: sentence.includes('with an active attestation') ? id(60) : null,
    statedBusiness: JSON.stringify({ business_legal_name: isNamed ? NAME : 'Other LLC' }),
    disputes: isUndisputed ? [] : [dispute],
    text: `"assertions":{},"data":${JSON.stringify(Object.fromEntries(asked))}`,
  });
}

/** A record with everything that a policy of these tests can ask for. */
function bestRecord(model: string, furnishingEntityId: string): Candidate {
  const values = modelNamed(model).fields.map((field) => [field, 'first']);
  return aCandidate({
    ...{ model, furnishingEntityId, performedAt: NOW, furnishedAt: NOW, attestationId: id(60) },
    statedBusiness: JSON.stringify({ business_legal_name: NAME }),
    text: `"assertions":{},"data":${JSON.stringify(Object.fromEntries(values))}`,
  });
}

/** The furnishers that a sentence admits. */
function admitted({ sentence, furnishingEntityIds }: Remedy, { consent, requested }: World) {
  return FURNISHERS.filter(
    (one) =>
      (furnishingEntityIds ?? FURNISHERS).includes(one) &&
      (!sentence.includes('the query named') || requested.includes(one)) &&
      (!sentence.includes('the consent grants') ||
        consent?.field_access_grants.some(
          ({ furnishing_entity_id: to }) => to === one || to === '*',
        )),
  );
}

const FIELDS = [
  'business_entity_type',
  'business_website_url',
  'business_identity_verification_performed_timestamp',
];
const anyOrListed = fc.constantFrom([], [FURNISHER], FURNISHERS.slice(0, 2));
const fieldRules = fc.subarray(FIELDS).chain((names) =>
  fc.tuple(
    ...names.map((field_name) =>
      fc.record<FieldSelection>({
        field_name: fc.constant(field_name),
        is_enabled: fc.constantFrom(true, true, true, false),
        is_required: fc.boolean(),
        accepted_values: fc.constantFrom(null, ['first'], ['first', 'second']),
        selected_provenance_option_ids: anyOrListed,
      }),
    ),
  ),
);
const selection = fc
  .record({
    is_enabled: fc.constantFrom(true, true, true, false),
    is_required: fc.boolean(),
    max_age_days: fc.constantFrom(null, 0, 1, 365),
    attestation_required: fc.boolean(),
    name_match: fc.constantFrom('report' as const, 'require' as const),
    disputed_data: fc.constantFrom('mark' as const, 'exclude' as const),
    selected_provenance_option_ids: anyOrListed,
    field_selections: fieldRules,
  })
  .map((change) => aSelection({ model_name: IDENTITY, ...change }));
const consents = fc.option(
  fc
    .record({
      fields: fc.constantFrom(
        '*',
        `${IDENTITY}.*`,
        `${IDENTITY}.${FIELDS[0] ?? ''}`,
        `${IDENTITY}.${FIELDS[0] ?? ''},${IDENTITY}.business_legal_name`,
      ),
      grantees: fc.constantFrom(['*'], [FURNISHER], []),
      name: fc.constantFrom(null, NAME),
    })
    .map(({ fields, grantees, name }) =>
      aConsent({
        ...{ consented_fields: fields, business_legal_name: name },
        field_access_grants: grantees.map((furnishing_entity_id) => ({
          ...{ grant_id: id(90), furnishing_entity_id, field_definitions: ['*'] },
          ...{ effective_from: '2026-01-01T00:00:00.000Z', effective_to: null },
        })),
      }),
    ),
  { nil: undefined },
);
const worlds = fc.record<World>({
  selections: fc.tuple(selection),
  consent: consents,
  requested: anyOrListed,
});

describe('the remedy of a query without a result', () => {
  test('gives a result with each record that its sentence describes', () => {
    let described = 0;
    fc.assert(
      fc.property(worlds, (world) => {
        for (const remedy of remediesOf(world)) {
          if (remedy.sentence.startsWith('No record')) continue;
          const outcomes = admitted(remedy, world).map(
            (furnisher) => explain(world, [describedRecord(remedy, furnisher)]).isIssued,
          );
          described += outcomes.length;
          expect(outcomes).toContain(true);
          // A furnisher may have no field that the query may read.
          if (!remedy.sentence.includes('a field that')) expect(outcomes).not.toContain(false);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(described).toBeGreaterThan(1_000);
  });

  test('says that no record gives a result only where none does', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        for (const { sentence, model } of remediesOf(world)) {
          if (!sentence.startsWith('No record')) continue;
          const records = FURNISHERS.map((furnisher) => bestRecord(model, furnisher));
          expect(explain(world, records).isIssued).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  const accepted = aField({ accepted_values: ['corporation', 'llc'] });
  const strict = aSelection({
    ...{ is_required: true, max_age_days: 365, attestation_required: true },
    ...{ selected_provenance_option_ids: [FURNISHER], field_selections: [accepted] },
  });
  const world = (...selections: ModelSelection[]): World => ({
    ...{ selections, consent: undefined, requested: [] },
  });

  test('names the values of the policy', () => {
    expect(remediesOf(world(strict))).toEqual([
      {
        ...{ networkId: NETWORK, model: IDENTITY, furnishingEntityIds: [FURNISHER] },
        sentence:
          'It would be a result if a furnisher of the network with an active attestation that the policy accepts had a business identity verification of this business, and its latest one states "corporation" or "llc" as business entity type and was verified within the last 365 days.',
      },
    ]);
  });

  test('hides accepted values and furnishers from a reader who may not read the policy', () => {
    const [remedy] = remediesOf(world(strict), QUERIER);
    expect(remedy?.furnishingEntityIds).toBeNull();
    expect(remedy?.sentence).toContain('states an accepted value as business entity type');
  });

  test('names every other required section, and all of them give a result', () => {
    const both = world(
      aSelection({ is_required: true }),
      aSelection({ model_name: RISK, is_required: true }),
    );
    const remedies = remediesOf(both);
    expect(remedies.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('It also needs the business risk compliance assessment'),
      expect.stringContaining('It also needs the business identity verification'),
    ]);
    const records = remedies.map((remedy) => describedRecord(remedy, FURNISHER));
    expect(explain(both, records.slice(0, 1)).isIssued).toBe(false);
    expect(explain(both, records).isIssued).toBe(true);
  });
});
