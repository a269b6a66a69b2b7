import { isDeepStrictEqual } from 'node:util';
import { completeModel, kybCertificate, type Model } from '@ndx/catalog';
import type { ExpectedOutcome, ExpectedSection } from './policy-test.js';
import type { FoundOutcome, FoundSection } from './run-policy-test.js';

/** A value that differs. */
export interface Difference {
  /** Such as `business_identity_verification.data.business_entity_type`. */
  readonly member: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** Each difference between the expected and the found outcome; empty: the test passes. */
export function differencesOf(expected: ExpectedOutcome, found: FoundOutcome): Difference[] {
  const { outcome, reason, result } = expected;
  if (outcome !== found.outcome) {
    return [{ member: 'outcome', expected: outcome, found: found.outcome }];
  }
  if (reason !== undefined && !found.reasons.includes(reason)) {
    return [{ member: 'reason', expected: reason, found: found.reasons.join(', ') }];
  }
  if (result === undefined) return [];
  return kybCertificate.models.flatMap((model) =>
    sectionDifferences(model, result[model.name] ?? null, found.result?.[model.name] ?? null),
  );
}

function sectionDifferences(
  model: Model,
  expected: ExpectedSection | null,
  found: FoundSection | null,
): Difference[] {
  const { name } = model;
  if (!expected || !found) {
    const stated = (section: object | null) => (section ? 'present' : 'absent');
    if (!expected === !found) return [];
    return [{ member: name, expected: stated(expected), found: stated(found) }];
  }
  const { furnishing_entity_id: furnisher = found.furnishing_entity_id } = expected;
  // As a query returns the stated values: times and addresses are complete.
  const complete = completeModel(model, expected);
  const valuesOf = (part: 'assertions' | 'data') =>
    Object.keys(expected[part] ?? {}).map((field) => ({
      member: `${name}.${part}.${field}`,
      expected: complete[part][field],
      found: found[part][field],
    }));
  const all: Difference[] = [
    {
      member: `${name}.furnishing_entity_id`,
      expected: furnisher,
      found: found.furnishing_entity_id,
    },
    ...valuesOf('assertions'),
    ...valuesOf('data'),
  ];
  return all.filter((each) => !isDeepStrictEqual(each.expected, each.found));
}
