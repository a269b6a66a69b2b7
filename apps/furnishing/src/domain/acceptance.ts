import { utcOf, type Dataset } from '@ndx/catalog';
import type { Candidate } from './candidate.js';
import { faultAt, type Fault } from './fault.js';
import { statementOf, type Statement } from './statement.js';

/**
 * The requirements of the effective furnishing policy for a record and its furnisher (design 7).
 */
export interface FurnishingTerms {
  /** Required `model.field` names. */
  readonly requiredFields: readonly string[];
  readonly attestationRequired: boolean;
  /** The maximum age of a verification in days; null for any age. */
  readonly maxAgeDays: number | null;
  /** Whether the furnisher has a current active attestation for the product or template. */
  readonly isAttested: boolean;
}

/** The terms of a network without a policy: no requirements. */
export const NO_TERMS: FurnishingTerms = {
  requiredFields: [],
  attestationRequired: false,
  maxAgeDays: null,
  isAttested: false,
};

/** The terms of each data set whose policy applies to a record. */
export interface Governing {
  readonly dataset: Dataset;
  readonly terms: FurnishingTerms;
}

/** Maximum time that a furnisher's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/**
 * The reasons for rejecting a record; empty when it is accepted (design 7, 8).
 * @param own the furnisher's own time, which decides whether a record is too old
 */
export function faultsUnder(
  governing: readonly Governing[],
  candidate: Candidate,
  now: Date,
  own = now,
): readonly Fault[] {
  const stated = statementOf(candidate.dataset, candidate);
  return [
    ...futureFaults(stated, now),
    ...governing.flatMap(({ dataset, terms }) => {
      const statement = dataset === candidate.dataset ? stated : statementOf(dataset, candidate);
      return [
        ...attestationFaults(terms, dataset, statement),
        ...ageFaults(terms, statement, own),
        ...terms.requiredFields.flatMap((name) => fieldFaults(name, statement)),
      ];
    }),
  ];
}

function futureFaults({ times }: Statement, now: Date): Fault[] {
  return times
    .filter(({ value }) => (ageOf(value, now) ?? 0) < -CLOCK_SKEW_MS)
    .map(({ at }) => faultAt('in_the_future', at, 'must not be in the future'));
}

function attestationFaults(
  { attestationRequired, isAttested }: FurnishingTerms,
  { slug }: Dataset,
  { at }: Statement,
): Fault[] {
  if (!attestationRequired || isAttested) return [];
  const message = `the network requires an active attestation of the furnisher for ${slug}`;
  return [faultAt('attestation_missing', at, message)];
}

function ageFaults({ maxAgeDays }: FurnishingTerms, { at, times }: Statement, now: Date): Fault[] {
  if (maxAgeDays === null) return [];
  const known = times.filter(({ value }) => ageOf(value, now) !== undefined);
  if (times.length > 0 && known.length === 0) {
    const names = times.map((time) => time.at.at(-1)).join(' or ');
    const message = `must tell by ${names} how old it is: the network asks for it`;
    return [faultAt('required_field_missing', at, message)];
  }
  return known
    .filter(({ value }) => (ageOf(value, now) ?? 0) > maxAgeDays * DAY_MS)
    .map((time) => {
      const message = `must be at most ${maxAgeDays} days old: the network asks for it`;
      return faultAt('too_old', time.at, message);
    });
}

function fieldFaults(name: string, statement: Statement): Fault[] {
  const stated = statement.field(name);
  // A field that the catalogue no longer has cannot be furnished, so it is not required.
  if (!stated || holds(stated.value)) return [];
  return [faultAt('required_field_missing', stated.at, 'is required: the network asks for it')];
}

/** Returns the age in milliseconds, negative in the future; undefined without a time. */
function ageOf(time: unknown, now: Date): number | undefined {
  return typeof time === 'string' ? now.getTime() - Date.parse(utcOf(time)) : undefined;
}

function holds(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null;
}
