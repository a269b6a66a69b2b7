import type { Product } from '@ndx/catalog';
import { asKnown, sourceOf, type Candidate } from './candidate.js';
import type { DatasetRules } from './network-rules.js';
import { admitsSource, preferenceOf, requiresModel, selectionOf } from './querying-policy.js';
import { visibleText } from './section-reader.js';

/** The furnished data of a subject for a product, and the rules for reading it. */
export interface AssemblyInput {
  readonly product: Product;
  readonly candidates: readonly Candidate[];
  /** The effective consent and policy for each listed network. */
  readonly rules: ReadonlyMap<string, DatasetRules>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface ChosenSection {
  readonly candidate: Candidate;
  /** The visible content. */
  readonly text: string;
}

/** The chosen section of each model that has one. */
export type Assembly = ReadonlyMap<string, ChosenSection>;

/**
 * Chooses each section of a certificate from the furnishers' candidates. The order is total, so
 * the same input always gives the same certificate: preferred source, most recently performed,
 * most recently furnished, lowest record id (design 9).
 * @returns undefined when no result satisfies the policies (204, contract 4.5)
 */
export function assembleCertificate(input: AssemblyInput): Assembly | undefined {
  const chosen = new Map<string, ChosenSection>();
  for (const { name, performedAt } of input.product.models) {
    const [best] = eligible(input, name, performedAt).sort(byPreference);
    if (best) chosen.set(name, best);
    else if ([...input.rules.values()].some(({ policy }) => requiresModel(policy, name)))
      return undefined;
  }
  return chosen.size > 0 ? chosen : undefined;
}

interface Eligible extends ChosenSection {
  /** Index of the furnisher in the policy's order of sources. */
  readonly preference: number;
}

function eligible(input: AssemblyInput, model: string, performedAtField: string): Eligible[] {
  return input.candidates
    .filter((candidate) => candidate.model === model)
    .flatMap((candidate) => {
      const rules = input.rules.get(candidate.networkId);
      if (!rules) return [];
      const selection = selectionOf(rules.policy, model);
      const access = rules.accessTo(candidate.furnishingEntityId);
      const known = asKnown(candidate, access, selection, performedAtField);
      if (!admitsSource(selection, sourceOf(known), input.now)) return [];
      const text = visibleText(known, access, selection);
      if (text === undefined) return [];
      const preference = preferenceOf(selection, candidate.furnishingEntityId);
      return [{ candidate: known, text, preference }];
    });
}

function byPreference(a: Eligible, b: Eligible): number {
  return (
    a.preference - b.preference ||
    b.candidate.performedAt - a.candidate.performedAt ||
    b.candidate.furnishedAt - a.candidate.furnishedAt ||
    (a.candidate.recordId < b.candidate.recordId ? -1 : 1)
  );
}
