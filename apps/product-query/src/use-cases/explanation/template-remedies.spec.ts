import { groupPartsOf, templateBySlug, type GroupPart, type Template } from '@ndx/catalog';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { expectedAnswer } from '../../domain/coverage/template-coverage.js';
import { templateDecisionOf } from '../../domain/decision/template-decision.js';
import { explainTemplate } from '../../domain/explanation/explain-template.js';
import { QUERIER, type ExplanationReader } from '../../domain/explanation/explanation-reader.js';
import type { Remedy } from '../../domain/explanation/section-remedy.js';
import { words } from '../../domain/explanation/words.js';
import type { Candidate } from '../../domain/candidate.js';
import { aConsent, aField, aPolicy, aSelection, DAY, id, NOW } from '../../testing/builders.js';
import {
  BANKS,
  EVERY_TEMPLATE,
  rulesFor,
  settingOf,
  valueOf,
  type WorldRules,
} from '../../testing/furnished-worlds.js';
import { anInput, aPart, aPolicyOn, aTemplateRecord } from '../../testing/template-input.js';
import { expectedQuery } from '../coverage/expected-query.js';

const NAME = 'Acme Inc';
const READER: ExplanationReader = { ...QUERIER, readsPolicy: () => true };

interface World {
  readonly rules: WorldRules;
  readonly names: 'report' | 'require';
  readonly disputes: 'mark' | 'exclude';
}

interface Furnished {
  readonly records: readonly Candidate[];
  readonly attested: readonly string[];
  readonly name: string | null;
}

const NOTHING: Furnished = { records: [], attested: [], name: null };

type Setting = ReturnType<typeof settingOf>;

/** The setting of a world, whose policy also has a rule for names and one for disputes. */
function settingIn(template: Template, { rules, names, disputes }: World): Setting {
  const selection = { ...rules.selection, name_match: names, disputed_data: disputes };
  const setting = settingOf(template, { ...rules, selection });
  const consent = setting.rules?.consent ?? aConsent({});
  // Policies are found by their ids.
  const parts = [...(setting.rules?.parts ?? [])].map(
    ([slug, part], place) =>
      [slug, { ...part, policy: { ...part.policy, id: id(300 + place) } }] as const,
  );
  const named = { ...consent, business_legal_name: NAME };
  return { ...setting, rules: { ...setting.rules, parts: new Map(parts), consent: named } };
}

function explain(template: Template, { rules }: Setting, { records, attested, name }: Furnished) {
  const input = {
    ...anInput(template.slug, records, { ...(rules && { rules }), attested }),
    legalNameOf: () => name,
  };
  const { rulesByNetwork } = input;
  const { answer, outputs, judgements } = expectedAnswer(input);
  const given = { omitted: [], furnishingEntityIds: [], answerHash: undefined };
  const decision = templateDecisionOf({ ...input, ...given, judgements, outputs });
  const answered = { issuable: answer !== undefined, purpose: undefined };
  const recorded = expectedQuery(rulesByNetwork, decision, answered);
  return {
    isIssued: answer !== undefined,
    read: (reader: ExplanationReader) => explainTemplate(template, recorded, reader),
  };
}

const remediesOf = (template: Template, setting: Setting, reader = READER) =>
  explain(template, setting, NOTHING).read(reader).remedies;

function partNamed(template: Template, model: string): GroupPart {
  const part = groupPartsOf(template).find(({ name }) => name === model);
  if (!part) throw new Error(`no part ${model}`);
  return part;
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** The values that a sentence asks for. */
function describedValues(template: Template, { sentence, model }: Remedy) {
  const { dataset, reads } = partNamed(template, model);
  return reads.flatMap(({ field, governedBy }): [string, unknown][] => {
    const name = words(governedBy);
    const value = new RegExp(`states ("[^"]*"|true|false)(?:(?! states )[^,])* as ${name}\\b`).exec(
      sentence,
    );
    if (value?.[1] !== undefined) return [[field, JSON.parse(value[1])]];
    const isDetermining = template.outputs.some(
      ({ name: output, source }) =>
        source.kind === 'derived' &&
        source.from.some((from) => from.dataset === dataset && from.field === field) &&
        sentence.includes(`determines the field "${words(output)}"`),
    );
    const isAsked = new RegExp(`states the ${name}(,| and|\\.)`).test(sentence);
    const isAny = sentence.includes('a field that the query may read');
    return isDetermining || isAsked || isAny ? [[field, valueOf(dataset, field, 0, 1)]] : [];
  });
}

/** The worst records that sentences describe: they have nothing that the sentences do not ask for. */
function describedRecords(
  template: Template,
  remedies: readonly Remedy[],
  furnisherOf: (remedy: Remedy) => string,
): Furnished {
  const records = groupedBy(
    remedies,
    (remedy) => `${partNamed(template, remedy.model).dataset} ${furnisherOf(remedy)}`,
  );
  const sentences = remedies.map(({ sentence }) => sentence);
  const isNamed = sentences.some((one) => one.includes('as the consent does'));
  const isAnyName = sentences.some((one) => one.includes('names the business'));
  return {
    records: [...records.values()].map((ofRecord, place) => {
      const [remedy] = ofRecord;
      if (remedy === undefined) throw new Error('no remedy');
      const { sentence, model } = remedy;
      const days = /within the last (\d+) day/.exec(sentence)?.[1];
      const at = NOW - Number(days ?? 9_999) * DAY;
      const dispute = { recordId: id(100 + place), field: null, openedAt: at, dueAt: at };
      return aTemplateRecord(
        partNamed(template, model).dataset,
        Object.fromEntries(ofRecord.flatMap((one) => describedValues(template, one))),
        {
          ...{ recordId: id(100 + place), furnishingEntityId: furnisherOf(remedy) },
          ...{ performedAt: at, furnishedAt: at },
          disputes: sentence.includes('no open dispute') ? [] : [dispute],
        },
      );
    }),
    attested: remedies.flatMap((remedy) =>
      remedy.sentence.includes('with an active attestation') ? [furnisherOf(remedy)] : [],
    ),
    name: isNamed ? NAME : isAnyName ? 'Other LLC' : null,
  };
}

/** Whether the described records give a result, of some furnisher for each group. */
function outcomesOf(template: Template, setting: Setting, remedies: readonly Remedy[]): boolean[] {
  const groups = [...new Set(remedies.map(({ model }) => partNamed(template, model).group))];
  const choices = groups.reduce<readonly (readonly string[])[]>(
    (before, group) =>
      before.flatMap((chosen) =>
        BANKS.filter((bank) =>
          remedies.every(
            ({ model, furnishingEntityIds: ids }) =>
              partNamed(template, model).group !== group || (ids ?? BANKS).includes(bank),
          ),
        ).map((bank) => [...chosen, bank]),
      ),
    [[]],
  );
  return choices.map((chosen) => {
    const furnisherOf = ({ model }: Remedy) =>
      chosen[groups.indexOf(partNamed(template, model).group)] ?? '';
    return explain(template, setting, describedRecords(template, remedies, furnisherOf)).isIssued;
  });
}

/** Records with everything that a policy of these tests can ask for, of every furnisher. */
function bestRecords(template: Template, { rules }: Setting): Furnished {
  const lists = (rules?.policy?.modelSelections ?? []).flatMap((one) => one.field_selections);
  const acceptedOf = (name: string) =>
    lists.find(({ field_name }) => field_name === name)?.accepted_values?.[0];
  const datasets = groupedBy(groupPartsOf(template), ({ dataset }) => dataset);
  return {
    records: [...datasets].flatMap(([dataset, parts], place) =>
      BANKS.map((bank, index) =>
        aTemplateRecord(
          dataset,
          Object.fromEntries(
            parts.flatMap(({ reads }) =>
              reads.map(({ field, governedBy, isReturned }) => [
                field,
                (isReturned ? acceptedOf(governedBy) : undefined) ?? valueOf(dataset, field, 0, 0),
              ]),
            ),
          ),
          {
            ...{ recordId: id(200 + place * 10 + index), furnishingEntityId: bank },
            ...{ performedAt: NOW, furnishedAt: NOW },
          },
        ),
      ),
    ),
    attested: BANKS,
    name: NAME,
  };
}

const worldOf = (template: Template) =>
  fc.record<World>({
    rules: rulesFor(template),
    names: fc.constantFrom('report' as const, 'require' as const),
    disputes: fc.constantFrom('mark' as const, 'exclude' as const),
  });

const RUNS = 2_000;

describe.each(EVERY_TEMPLATE)('the remedies of $slug', (template) => {
  test('give a result with the records that their sentences describe, or no record does', () => {
    let described = 0;
    fc.assert(
      fc.property(worldOf(template), (world) => {
        const setting = settingIn(template, world);
        const remedies = remediesOf(template, setting);
        expect(remedies).not.toEqual([]);
        if (remedies.some(({ sentence }) => sentence.startsWith('No record'))) {
          expect(explain(template, setting, bestRecords(template, setting)).isIssued).toBe(false);
          return;
        }
        described += 1;
        expect(outcomesOf(template, setting, remedies)).toContain(true);
      }),
      { numRuns: RUNS },
    );
    expect(described).toBeGreaterThan(RUNS / 10);
  });
});

function templateNamed(slug: string): Template {
  const template = templateBySlug(slug);
  if (!template) throw new Error(`no template ${slug}`);
  return template;
}

describe('the remedies of a bundle', () => {
  const bundle = templateNamed('kyc_certificate_bundle');

  test('are of each part, of one furnisher, with the conditions of the bundle and of the part', () => {
    const policy = aPolicyOn(bundle.slug, {
      ...{ field_name: 'identity_document_type', accepted_values: ['passport'] },
    });
    const ofPart = aPolicy({
      id: id(300),
      modelSelections: [aSelection({ model_name: 'address_verification', max_age_days: 30 })],
    });
    const slugs = groupPartsOf(bundle).map(({ dataset }) => dataset);
    const parts = new Map(slugs.map((slug) => [slug, aPart({})]));
    parts.set('address_verification', aPart({ policy: ofPart }));
    const remedies = remediesOf(bundle, { rules: { policy, parts } });
    expect(remedies.map(({ model }) => model)).toEqual(slugs);
    const sentences = remedies.map(({ sentence }) => sentence);
    expect(sentences[0]).toBe(
      'It would be a result if a furnisher of the network had a record of the address verification of this consumer, and its latest one states the address data review timestamp, states the address verification timestamp, states the address review cross source consistency, states the address verification method type, determines the field "is address data review complete", determines the field "is address verification complete", and was verified within the last 30 days. It also needs the biometric verification, document verification, and liveness verification of the same furnisher, as described for each.',
    );
    expect(sentences[2]).toContain('states "passport" as identity document type');
    expect(sentences[2]).not.toContain('within the last');
  });

  test('state which data set is closed', () => {
    const [first] = remediesOf(bundle, { rules: { parts: new Map() } });
    expect(first?.sentence).toBe(
      'No record of the address verification would make it a result: no consent and no allowed purpose opens the address verification.',
    );
  });
});

test('a part that is stated has no remedy', () => {
  const template = templateNamed('consumer_credit_health_snapshot');
  const score = partNamed(template, 'cashflow_based_credit_score');
  const values = Object.fromEntries(
    score.reads.map(({ field }) => [field, valueOf(template.slug, field, 0, 0)]),
  );
  const records = [aTemplateRecord(template.slug, values)];
  const { remedies } = explain(template, {}, { ...NOTHING, records }).read(READER);
  expect(remedies.map(({ model }) => model)).toEqual([template.slug, 'credit_based_credit_score']);
});

test('accepted values and furnishers are hidden from a reader who may not read the policy', () => {
  const template = templateNamed('address_verification');
  const field = {
    ...{ field_name: 'address_verification_method_type', accepted_values: ['utility bill'] },
    selected_provenance_option_ids: [BANKS[0]],
  };
  const selection = aSelection({ model_name: template.slug, field_selections: [aField(field)] });
  const setting = { rules: { policy: aPolicy({ modelSelections: [selection] }) } };
  const [shown] = remediesOf(template, setting);
  expect(shown?.furnishingEntityIds).toEqual([BANKS[0]]);
  const [hidden] = remediesOf(template, setting, QUERIER);
  expect(hidden?.furnishingEntityIds).toBeNull();
  expect(hidden?.sentence).toContain('states an accepted value as address verification method');
});
