import type { Product } from '@ndx/catalog';
import type { Verdict } from '@ndx/contracts';
import type { Candidate, KnownCandidate } from './candidate.js';
import type { SelectionRules } from '../policy/network-rules.js';
import {
  preferenceOf,
  requiredFields,
  requiresModel,
  selectionOf,
} from '../policy/querying-policy.js';
import { byCriteria, rankingOf, type Criterion } from '../ranking.js';
import { readCandidate, valuesOf, type ExcludedBy, type Section } from './section-reader.js';
import { sectionText } from './section-text.js';
import { nameMatchOf } from './stated-business.js';

/** The furnished data of a subject for a product, and the rules for reading it. */
export interface AssemblyInput {
  readonly product: Product;
  readonly candidates: readonly Candidate[];
  /** The effective consent and policy for each listed network. */
  readonly rules: ReadonlyMap<string, SelectionRules>;
  /** The furnishers that the query names; empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface ChosenSection {
  readonly candidate: Candidate;
  /** The visible content. */
  readonly text: string;
  /** The rules in its network. */
  readonly rules: SelectionRules;
}

/** The chosen section of each model that has one. */
export type Assembly = ReadonlyMap<string, ChosenSection>;

/** A candidate, as its reader may know it, and why it is or is not in the certificate. */
export interface Judgement {
  readonly candidate: KnownCandidate;
  readonly verdict: Verdict;
  /** The field that an excluding rule is about. */
  readonly field?: string | undefined;
  /** Whether a chosen record names the business otherwise than the consent. */
  readonly nameDiffers?: boolean;
}

export interface JudgedAssembly {
  /** Undefined when no result satisfies the policies (204, contract 4.5). */
  readonly assembly: Assembly | undefined;
  /** One for each candidate, by model. */
  readonly judgements: readonly Judgement[];
}

/**
 * Chooses each section of a certificate from the furnishers' candidates. The order is total, so
 * the same input always gives the same certificate: preferred source, most recently performed,
 * most recently furnished, lowest record id (design 9).
 */
export function assembleCertificate(input: AssemblyInput): JudgedAssembly {
  const chosen = new Map<string, ChosenSection>();
  const judgements: Judgement[] = [];
  let isComplete = true;
  for (const { name, performedAt } of input.product.models) {
    const [best, ...others] = eligible(input, name, performedAt, judgements).sort(byPreference);
    if (!best) {
      isComplete &&= ![...input.rules.values()].some(({ policy }) =>
        requiresModel(policy.modelSelections, name),
      );
      continue;
    }
    chosen.set(name, best);
    const nameDiffers = nameMatchOf(best.candidate, best.rules) === 'differs';
    judgements.push({ candidate: best.candidate, verdict: 'chosen', nameDiffers });
    for (const other of others) {
      judgements.push({ candidate: other.candidate, verdict: rankingOf(ORDER, best, other) });
    }
  }
  return { assembly: isComplete && chosen.size > 0 ? chosen : undefined, judgements };
}

interface Eligible extends ChosenSection {
  readonly candidate: KnownCandidate;
  /** Index of the furnisher in the policy's order of sources. */
  readonly preference: number;
}

/** Returns the candidates that satisfy the policy of their network, and records a verdict for the others. */
function eligible(
  input: AssemblyInput,
  model: string,
  performedAtField: string,
  judgements: Judgement[],
): Eligible[] {
  const question = { ...input, performedAtField };
  return input.candidates.flatMap((one) => {
    const rules = input.rules.get(one.networkId);
    if (one.model !== model || !rules) return [];
    const reading = readCandidate(one, rules, question);
    const { known: candidate } = reading;
    const exclude = ({ rule: verdict, field }: ExcludedBy) => {
      judgements.push({ candidate, verdict, field });
      return [];
    };
    if (reading.excludedBy) return exclude(reading.excludedBy);
    const { visible } = reading;
    const lacking = visible && incompleteness(visible, rules.policy, model);
    if (lacking) return exclude(lacking);
    const text = visible ? sectionText(visible) : candidate.text;
    const selection = selectionOf(rules.policy, model);
    const preference = preferenceOf(selection, candidate.furnishingEntityId);
    return [{ candidate, text, rules, preference }];
  });
}

/** The requirements that the visible part of a section does not satisfy. */
function incompleteness(
  visible: Section,
  policy: SelectionRules['policy'],
  model: string,
): ExcludedBy | undefined {
  const shown = valuesOf(visible);
  if (Object.values(shown).every((value) => value === null)) return { rule: 'nothing_readable' };
  const selection = selectionOf(policy, model);
  const field = requiredFields(selection).find((name) => (shown[name] ?? null) === null);
  return field === undefined ? undefined : { rule: 'required_field_missing', field };
}

const ORDER: readonly Criterion<Eligible>[] = [
  ['outranked_by_source_order', (a, b) => a.preference - b.preference],
  ['outranked_by_verification_time', (a, b) => b.candidate.performedAt - a.candidate.performedAt],
  ['outranked_by_furnishing_time', (a, b) => b.candidate.furnishedAt - a.candidate.furnishedAt],
  ['outranked_by_record_id', (a, b) => (a.candidate.recordId < b.candidate.recordId ? -1 : 1)],
];

const byPreference = byCriteria(ORDER);
