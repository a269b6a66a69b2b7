import {
  acceptanceRules,
  compareAcceptance,
  DATASETS,
  furnishedModelsOf,
  type Dataset,
  type StoredModels,
} from '@ndx/catalog';
import type { PolicyEffect } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faultsUnder, type FurnishingTerms } from '../domain/acceptance.js';

const NOW = new Date('2026-06-01T00:00:00.000Z');
const DAY_MS = 86_400_000;
const TIMEOUT_MS = 24 * 3_600_000;

const FURNISHED = DATASETS.filter((dataset) => furnishedModelsOf(dataset).length > 0);
const ALIKE: Readonly<Record<PolicyEffect, PolicyEffect>> = {
  equal: 'equal',
  narrower: 'wider',
  wider: 'narrower',
  different: 'different',
};

interface Place {
  readonly model: string;
  /** Null in a template, whose records have no parts. */
  readonly part: 'assertions' | 'data' | null;
  readonly name: string;
  readonly isTime: boolean;
}

/** Fields of the data set with every verification time, and few others: records often lack one. */
function placesOf(dataset: Dataset): readonly Place[] {
  if (dataset.kind === 'template') {
    const fields = dataset.furnish?.data ?? [];
    return few(
      fields.map(({ name, type }) => {
        return { model: dataset.slug, part: null, name, isTime: type === 'date-time' };
      }),
    );
  }
  return dataset.models.slice(0, 2).flatMap(({ name: model, assertions, data, performedAt }) => [
    ...assertions.map(({ name }) => {
      return { model, part: 'assertions', name, isTime: name === performedAt } as const;
    }),
    ...data.slice(0, 2).map(({ name }) => {
      return { model, part: 'data', name, isTime: false } as const;
    }),
  ]);
}

const few = (places: readonly Place[]) => [
  ...places.filter(({ isTime }) => isTime),
  ...places.filter(({ isTime }) => !isTime).slice(0, 3),
];

const nameOf = ({ model, name }: Place) => `${model}.${name}`;

/** Rules as a policy states them. */
function rules(dataset: Dataset) {
  const places = placesOf(dataset);
  const hasTime = dataset.kind === 'product' || places.some(({ isTime }) => isTime);
  return fc
    .record({
      required_fields: fc.subarray(places.map(nameOf), { maxLength: 3 }),
      attestation_required: fc.boolean(),
      max_age_days: hasTime ? fc.constantFrom(null, 0, 29, 30, 31, 400) : fc.constant(null),
    })
    .map((metadata) => ({ ...acceptanceRules(dataset, metadata), deprecated_on: null }));
}

function record(dataset: Dataset): fc.Arbitrary<StoredModels> {
  const held = fc.subarray([...placesOf(dataset)]);
  const ages = fc.array(fc.constantFrom(0, 1, 30, 31, 401), { minLength: 4, maxLength: 4 });
  return fc.tuple(held, ages).map(([places, drawn]) => {
    const models: Record<string, Record<string, unknown>> = {};
    places.forEach(({ model, part, name, isTime }, index) => {
      const age = drawn[index % drawn.length] ?? 0;
      const value = isTime ? new Date(NOW.getTime() - age * DAY_MS).toISOString() : 'stated';
      const values = (models[model] ??= {});
      if (part === null) values[name] = value;
      else values[part] = { ...(values[part] as object | undefined), [name]: value };
    });
    return models;
  });
}

type Rules = ReturnType<typeof acceptanceRules>;

function isAccepted(dataset: Dataset, models: StoredModels, applied: Rules, isAttested: boolean) {
  const terms: FurnishingTerms = {
    requiredFields: applied.required_fields,
    attestationRequired: applied.attestation_required,
    maxAgeDays: applied.max_age_days,
    isAttested,
  };
  const subject = { kind: 'business', identity: {} } as const;
  const candidate = { path: [], dataset, subject, corrects: null, models };
  return faultsUnder([{ dataset, terms }], candidate, NOW).length === 0;
}

/**
 * Compares random rules with the records that both accept.
 * @param worlds their number for all data sets together
 */
export function comparedAcceptanceSuite(worlds: number): void {
  const numRuns = Math.ceil(worlds / FURNISHED.length);
  test.each(FURNISHED.map((dataset) => [dataset.slug, dataset] as const))(
    'the comparison of the rules for records of %s is narrower only if each record that it accepts was accepted before',
    (_, dataset) => {
      const seen = new Set<string>();
      // Random rules are seldom equal.
      const changed = fc.option(rules(dataset), { freq: 9 });
      const world = fc.tuple(rules(dataset), changed, record(dataset), fc.boolean());
      fc.assert(
        fc.property(world, ([before, change, models, isAttested]) => {
          const after = change ?? before;
          const { effect } = compareAcceptance(before, after);
          expect(compareAcceptance(after, before).effect).toBe(ALIKE[effect]);
          const was = isAccepted(dataset, models, before, isAttested);
          const is = isAccepted(dataset, models, after, isAttested);
          seen.add(`${effect} ${String(was)} ${String(is)}`);
          if (effect === 'narrower' || effect === 'equal') expect(is && !was).toBe(false);
          if (effect === 'wider' || effect === 'equal') expect(was && !is).toBe(false);
        }),
        { numRuns },
      );
      // The worlds tell each effect from the others.
      for (const change of ['narrower true false', 'wider false true', 'equal true true']) {
        expect([...seen]).toContain(change);
      }
    },
    TIMEOUT_MS,
  );
}
