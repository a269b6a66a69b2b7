import { isDeepStrictEqual } from 'node:util';
import { completeModel, kybCertificate, type Model } from '@ndx/catalog';
import { quoted } from '@ndx/contracts';
import type { ExpectedGroup, ExpectedOutcome, ExpectedSection } from './policy-test.js';
import type { FoundGroup, FoundOutcome, FoundSection } from './found-outcome.js';

/** A value that differs. */
export interface Difference {
  /** Such as `business_identity_verification.data.business_entity_type`. */
  readonly member: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** Each difference between the expected and the found outcome; empty: the test passes. */
export function differencesOf(expected: ExpectedOutcome, found: FoundOutcome): Difference[] {
  const { outcome, reason, result, groups } = expected;
  if (outcome !== found.outcome) {
    return [{ member: 'outcome', expected: outcome, found: found.outcome }];
  }
  if (reason !== undefined && !found.reasons.includes(reason)) {
    return [{ member: 'reason', expected: reason, found: found.reasons.join(', ') }];
  }
  if (groups !== undefined) {
    return Object.entries(found.groups ?? {}).flatMap(([name, group]) =>
      groupDifferences(name, groups[name] ?? null, group),
    );
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
  if (!expected || !found) return presenceDifference(name, expected, found);
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

function groupDifferences(
  name: string,
  expected: ExpectedGroup | null,
  found: FoundGroup | null,
): Difference[] {
  if (!expected || !found) return presenceDifference(name, expected, found);
  const { furnishing_entity_id: furnisher = found.furnishing_entity_id, outputs = {} } = expected;
  const all: Difference[] = [
    {
      member: `${name}.furnishing_entity_id`,
      expected: furnisher,
      found: found.furnishing_entity_id,
    },
    ...Object.entries(outputs).map(([output, value]) => ({
      member: `${name}.outputs.${output}`,
      expected: value,
      found: found.outputs[output],
    })),
  ];
  return all.filter((each) => !isDeepStrictEqual(each.expected, each.found));
}

function presenceDifference(
  member: string,
  expected: object | null,
  found: object | null,
): Difference[] {
  if (!expected === !found) return [];
  const stated = (part: object | null) => (part ? 'present' : 'absent');
  return [{ member, expected: stated(expected), found: stated(found) }];
}

/** The differences in sentences; none if there is no difference. */
export function failuresOf(
  { outcome, reason }: ExpectedOutcome,
  found: FoundOutcome,
  differences: readonly Difference[],
): string[] {
  if (differences.length === 0) return [];
  const because = (reasons: readonly string[]) =>
    reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const expected = `${outcome}${because(reason === undefined ? [] : [reason])}`;
  return [
    `expected ${expected}, found ${found.outcome}${because(found.reasons)}`,
    ...differences
      .filter(({ member }) => member !== 'outcome' && member !== 'reason')
      .map(
        (each) => `${each.member}: expected ${shown(each.expected)}, found ${shown(each.found)}`,
      ),
  ];
}

function shown(value: unknown): string {
  return quoted(JSON.stringify(value ?? null));
}
