import {
  kybCertificate,
  partsOf,
  statedValue,
  verificationTimesOf,
  type Group,
  type Output,
  type Template,
} from '@ndx/catalog';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aField, aPolicy, aSelection, DAY, id, NETWORK, NOW } from '../../testing/builders.js';
import {
  acceptedOf,
  BANKS,
  candidatesOf,
  EVERY_TEMPLATE,
  furnished,
  inputOf,
  lastNameOf,
  recordsFor,
  rulesFor,
  type WorldRules,
} from '../../testing/furnished-worlds.js';
import { anInput, templateNamed } from '../../testing/template-input.js';
import { assembleCertificate } from '../certificate/assemble-certificate.js';
import { compareText } from '../compare-text.js';
import { consentedAccess } from '../consent/consented-access.js';
import type { FurnishedRecord } from '../statements.js';
import { chooseGroups, type GroupRecords } from './choose-groups.js';
import { templateAnswer } from './template-answer.js';

const RUNS = 1_000;

const worldOf = (template: Template) =>
  fc.record({
    records: fc
      .array(recordsFor(template), {
        minLength: 1,
        maxLength: 6 * Math.max(2, partsOf(template).length),
      })
      .map((records) => records.map(furnished)),
    rules: rulesFor(template),
  });

/** Choices and the answer, with values as furnished. */
function ask(template: Template, rules: WorldRules, records: readonly FurnishedRecord[]) {
  const input = inputOf(template, rules, records);
  const { choice } = chooseGroups(input);
  return { choice, ...templateAnswer({ ...input, choice, queryId: id(1) }) };
}

/** Whether the caller may read what the furnisher states under the name of an output. */
function isReadable({ hidden, withheld, sources, fields }: WorldRules, bank: number, name: string) {
  return (
    !hidden.includes(name) &&
    !(bank === 0 && withheld.includes(name)) &&
    (sources.length === 0 || sources.includes(bank)) &&
    fields.every((field) => field.name !== name || field.isEnabled)
  );
}

/** The outputs of a group, as a record of each data set states them and the caller may read them. */
function statedBy(
  { outputs }: Pick<Group, 'outputs'>,
  rules: WorldRules,
  bank: number,
  records: readonly FurnishedRecord[],
  template: Template,
): Readonly<Record<string, unknown>> {
  const governing = new Map(
    template.outputs.flatMap(({ name, source }) =>
      source.kind === 'furnished' ? [[`${source.dataset}.${source.field}`, name] as const] : [],
    ),
  );
  const valueIn = (output: Output, dataset: string, field: string) => {
    const name = governing.get(`${dataset}.${field}`) ?? output.name;
    const record = records.find((one) => one.dataset === dataset);
    return isReadable(rules, bank, name) ? (record?.models[dataset]?.[field] ?? null) : null;
  };
  return Object.fromEntries(
    outputs.flatMap((output) => {
      const { kind } = output.source;
      if (kind !== 'furnished' && kind !== 'derived') return [];
      const stated = statedValue(output, ({ dataset, field }) => valueIn(output, dataset, field));
      const value = isReadable(rules, bank, output.name) ? stated : null;
      return [[output.name, value ?? null] as const];
    }),
  );
}

/** The newest record of a data set by its verification, if the caller may read its times. */
function newestOf(
  template: Template,
  rules: WorldRules,
  bank: number,
  records: readonly FurnishedRecord[],
): FurnishedRecord | undefined {
  const dataset = records[0]?.dataset ?? '';
  const times = verificationTimesOf(templateNamed(dataset)).map((time) => ({
    time,
    output: template.outputs.find(
      ({ source }) => source.kind === 'furnished' && source.field === time,
    )?.name,
  }));
  const isShown = times.every(
    ({ output = '' }) =>
      isReadable(rules, bank, output) &&
      !rules.fields.some(
        ({ name, accepted }) =>
          name === output && accepted !== null && acceptedOf(template, name, accepted) !== null,
      ),
  );
  const performed = ({ models, furnished_at: at }: FurnishedRecord) => {
    const [first = at] = times
      .flatMap(({ time }) => {
        const stated = models[dataset]?.[time];
        return typeof stated === 'string' ? [stated] : [];
      })
      .sort();
    return isShown ? first : at;
  };
  return [...records].sort(
    (a, b) =>
      compareText(performed(b), performed(a)) ||
      compareText(b.furnished_at, a.furnished_at) ||
      compareText(a.record_id, b.record_id),
  )[0];
}

const recordIdsOf = (records: GroupRecords | undefined) =>
  records && [...records.readings.values()].map(({ known }) => known.recordId).sort();

describe.each(EVERY_TEMPLATE)('in random worlds, an answer of $slug', (template) => {
  const world = worldOf(template);

  test('equals in each group what one furnisher stated, a record of each data set', () => {
    let answers = 0;
    fc.assert(
      fc.property(world, ({ records, rules }) => {
        const { choice, answer } = ask(template, rules, records);
        if (!answer) return;
        answers += 1;
        for (const group of template.groups) {
          const chosen = choice.get(group.name);
          const furnisher = chosen?.furnishingEntityId ?? '';
          const bank = BANKS.findIndex((one) => one === furnisher);
          const used = records.filter((one) => recordIdsOf(chosen)?.includes(one.record_id));
          expect(new Set(used.map((one) => one.furnishing_entity_id))).toEqual(
            new Set(chosen ? [furnisher] : []),
          );
          expect(new Set(used.map(({ dataset }) => dataset)).size).toBe(used.length);
          const stated = statedBy(group, rules, bank, used, template);
          for (const { name, source } of group.outputs) {
            if (source.kind !== 'legal-name') continue;
            expect(answer.body[name]).toBe(lastNameOf(records, furnisher));
            expect(answer.body[name]).toContain(`of bank ${bank}`);
          }
          const given = Object.keys(stated).map((name) => [name, answer.body[name]]);
          expect(Object.fromEntries(given)).toEqual(stated);
          for (const { name, accepted, isEnabled } of rules.fields) {
            const values = accepted === null ? null : acceptedOf(template, name, accepted);
            if (name in stated && values && isEnabled) expect(values).toContain(stated[name]);
          }
        }
        const named = answer.body['network_furnisher_id'];
        if (named !== undefined) expect(answer.furnishingEntityIds).toEqual([named]);
      }),
      { numRuns: RUNS },
    );
    expect(answers).toBeGreaterThan(RUNS / 50);
  });

  test('uses the newest record of a furnisher, which satisfies the policy', () => {
    fc.assert(
      fc.property(world, ({ records, rules }) => {
        for (const { furnishingEntityId, readings } of ask(
          template,
          rules,
          records,
        ).choice.values()) {
          const bank = BANKS.findIndex((one) => one === furnishingEntityId);
          if (rules.selection.attestation_required) expect(rules.attested).toContain(bank);
          expect(rules.sources.length === 0 || rules.sources.includes(bank)).toBe(true);
          for (const { known, part } of readings.values()) {
            const own = records.filter(
              (one) =>
                one.dataset === part.dataset && one.furnishing_entity_id === furnishingEntityId,
            );
            expect(known.recordId).toBe(newestOf(template, rules, bank, own)?.record_id);
            const { max_age_days: days } = rules.selection;
            if (days !== null) expect(NOW - known.performedAt).toBeLessThanOrEqual(days * DAY);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('keeps a group when another furnisher furnishes, or has all of it from that furnisher', () => {
    fc.assert(
      fc.property(world, recordsFor(template), ({ records, rules }, added) => {
        const before = ask(template, rules, records);
        const more = [...records, furnished(added, records.length)];
        const after = ask(template, rules, more);
        const furnisher = BANKS[added.bank];
        for (const { name } of template.groups) {
          const [old, now] = [before.choice.get(name), after.choice.get(name)];
          if (old?.furnishingEntityId === furnisher) continue;
          if (now?.furnishingEntityId !== furnisher) {
            expect(recordIdsOf(now)).toEqual(recordIdsOf(old));
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});

test('in random worlds, a template and the certificate that it feeds have the same record', () => {
  const template = templateNamed('business_identity_verification');
  const model = 'business_identity_verification';
  const STATUS = 'business_identity_verification_overall_status';
  const records = recordsFor(template).filter(({ variants }) => !variants.includes(null));
  const world = fc.record({
    all: fc.array(records, { minLength: 1, maxLength: 9 }),
    rules: rulesFor(template),
    isAccepted: fc.boolean(),
  });
  let found = 0;
  fc.assert(
    fc.property(world, ({ all, rules: { selection, sources, attested }, isAccepted }) => {
      const given = all.map(furnished);
      const policyWith = (field_name: string, accepted: string | boolean) =>
        aPolicy({
          modelSelections: [
            aSelection({
              model_name: model,
              ...selection,
              selected_provenance_option_ids: sources.map((bank) => BANKS[bank] ?? ''),
              field_selections: isAccepted
                ? [aField({ field_name, accepted_values: [accepted] })]
                : [],
            }),
          ],
        });
      const setting = {
        rules: { policy: policyWith(STATUS, 'verified') },
        attested: attested.map((bank) => BANKS[bank] ?? ''),
      };
      const own = candidatesOf(given, ({ dataset }) => (dataset === model ? model : undefined));
      const input = anInput(model, own, setting);
      const section = candidatesOf(given, (one) =>
        one.dataset === kybCertificate.slug ? one.model : undefined,
      );
      const { assembly } = assembleCertificate({
        product: kybCertificate,
        candidates: section.map((candidate) => ({
          ...candidate,
          attestationId: input.attestationOf('', candidate.furnishingEntityId),
        })),
        rules: new Map([
          [
            NETWORK,
            {
              policy: policyWith('business_identity_verification_assertion', true),
              consent: undefined,
              accessTo: consentedAccess(undefined, NOW),
            },
          ],
        ]),
        furnishingEntityIds: [],
        now: NOW,
      });
      const chosen = chooseGroups(input).choice.get(model);
      const certified = assembly?.get(model)?.candidate.recordId;
      found += certified === undefined ? 0 : 1;
      expect(recordIdsOf(chosen)).toEqual(certified === undefined ? undefined : [certified]);
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(RUNS / 10);
});
