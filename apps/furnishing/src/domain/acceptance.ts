import { utcOf, type Dataset } from '@ndx/catalog';
import type { Candidate } from './candidate.js';
import { faultAt, type Fault } from './fault.js';
import { statementOf, type Statement } from './statement.js';

/** What the governing furnishing policy asks of a record, and of who furnishes it (design 7). */
export interface FurnishingTerms {
  /** `model.field` names that a record must carry. */
  readonly requiredFields: readonly string[];
  readonly attestationRequired: boolean;
  /** The oldest that a verification may be, in days; null for any age. */
  readonly maxAgeDays: number | null;
  /** Whether the furnisher has a current active attestation for the product or template. */
  readonly isAttested: boolean;
}

/** Without a policy nothing is asked. */
export const NO_TERMS: FurnishingTerms = {
  requiredFields: [],
  attestationRequired: false,
  maxAgeDays: null,
  isAttested: false,
};

/** The terms of a data set that has a say in a record's acceptance. */
export interface Governing {
  readonly dataset: Dataset;
  readonly terms: FurnishingTerms;
}

/** Clocks differ: so far ahead of ours may a furnisher's be. */
const CLOCK_SKEW_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/** Every reason for which a record is not accepted; none when it is (design 7, 8). */
export function faultsUnder(
  governing: readonly Governing[],
  candidate: Candidate,
  now: Date,
): readonly Fault[] {
  const own = statementOf(candidate.dataset, candidate);
  return [
    ...futureFaults(own, now),
    ...governing.flatMap(({ dataset, terms }) => {
      const statement = dataset === candidate.dataset ? own : statementOf(dataset, candidate);
      return [
        ...attestationFaults(terms, dataset, statement),
        ...ageFaults(terms, statement, now),
        ...terms.requiredFields.flatMap((name) => fieldFaults(name, statement)),
      ];
    }),
  ];
}

function futureFaults({ times }: Statement, now: Date): Fault[] {
  return times
    .filter(({ value }) => (ageOf(value, now) ?? 0) < -CLOCK_SKEW_MS)
    .map(({ at }) => faultAt(at, 'must not be in the future'));
}

function attestationFaults(
  { attestationRequired, isAttested }: FurnishingTerms,
  { slug }: Dataset,
  { at }: Statement,
): Fault[] {
  if (!attestationRequired || isAttested) return [];
  return [faultAt(at, `the network requires an active attestation of the furnisher for ${slug}`)];
}

function ageFaults({ maxAgeDays }: FurnishingTerms, { at, times }: Statement, now: Date): Fault[] {
  if (maxAgeDays === null) return [];
  const known = times.filter(({ value }) => ageOf(value, now) !== undefined);
  if (times.length > 0 && known.length === 0) {
    const names = times.map((time) => time.at.at(-1)).join(' or ');
    return [faultAt(at, `must tell by ${names} how old it is: the network asks for it`)];
  }
  return known
    .filter(({ value }) => (ageOf(value, now) ?? 0) > maxAgeDays * DAY_MS)
    .map((time) =>
      faultAt(time.at, `must be at most ${maxAgeDays} days old: the network asks for it`),
    );
}

function fieldFaults(name: string, statement: Statement): Fault[] {
  const stated = statement.field(name);
  // A field that the catalogue has no longer cannot be furnished, so it is not asked.
  if (!stated || holds(stated.value)) return [];
  return [faultAt(stated.at, 'is required: the network asks for it')];
}

/** In milliseconds, negative in the future; undefined where no time is stated. */
function ageOf(time: unknown, now: Date): number | undefined {
  return typeof time === 'string' ? now.getTime() - Date.parse(utcOf(time)) : undefined;
}

function holds(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null;
}
