import type { Contribution, Model, Product } from '@ndx/catalog';
import { sectionsOf, type Candidate } from './candidate.js';
import { faultAt, type Fault } from './fault.js';

/** What the governing furnishing policy asks of a record, and of who furnishes it (design 7). */
export interface FurnishingTerms {
  /** `model.field` names that a record must carry. */
  readonly requiredFields: readonly string[];
  readonly attestationRequired: boolean;
  /** The oldest that a verification may be, in days; null for any age. */
  readonly maxAgeDays: number | null;
  /** Whether the furnisher has a current active attestation for the product. */
  readonly isAttested: boolean;
}

/** Without a policy nothing is asked. */
export const NO_TERMS: FurnishingTerms = {
  requiredFields: [],
  attestationRequired: false,
  maxAgeDays: null,
  isAttested: false,
};

/** Clocks differ: so far ahead of ours may a furnisher's be. */
const CLOCK_SKEW_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/** Every reason for which a record is not accepted under the terms; none when it is (design 7, 8). */
export function faultsUnder(
  terms: FurnishingTerms,
  product: Product,
  candidate: Candidate,
  now: Date,
): readonly Fault[] {
  const sections = sectionsOf(candidate);
  return [
    ...attestationFaults(terms, candidate),
    ...sections.flatMap((section) => timeFaults(terms, product, candidate, section, now)),
    ...terms.requiredFields.flatMap((name) => fieldFaults(name, product, candidate, sections)),
  ];
}

function attestationFaults(terms: FurnishingTerms, { path }: Candidate): Fault[] {
  if (!terms.attestationRequired || terms.isAttested) return [];
  return [faultAt(path, 'the network requires an active attestation of the furnisher')];
}

function timeFaults(
  { maxAgeDays }: FurnishingTerms,
  product: Product,
  { path }: Candidate,
  { model: name, performedAt }: Contribution,
  now: Date,
): Fault[] {
  const model = product.models.find((known) => known.name === name);
  if (!model || performedAt === null) return [];
  const at = [...path, model.name, 'assertions', model.performedAt];
  const age = now.getTime() - Date.parse(performedAt);
  if (age < -CLOCK_SKEW_MS) return [faultAt(at, 'must not be in the future')];
  if (maxAgeDays === null || age <= maxAgeDays * DAY_MS) return [];
  return [faultAt(at, `must be at most ${maxAgeDays} days old: the network asks for it`)];
}

function fieldFaults(
  name: string,
  product: Product,
  { path }: Candidate,
  sections: readonly Contribution[],
): Fault[] {
  const [modelName, field = ''] = name.split('.');
  const model = product.models.find((known) => known.name === modelName);
  const part = model && partOf(model, field);
  // A field that the catalogue has no longer cannot be furnished, so it is not asked.
  if (!model || !part) return [];
  const section = sections.find((given) => given.model === modelName);
  if (holds(section?.[part][field])) return [];
  return [faultAt([...path, model.name, part, field], 'is required: the network asks for it')];
}

function partOf(model: Model, field: string): 'assertions' | 'data' | undefined {
  return (['assertions', 'data'] as const).find((part) =>
    model[part].some(({ name }) => name === field),
  );
}

function holds(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null;
}
