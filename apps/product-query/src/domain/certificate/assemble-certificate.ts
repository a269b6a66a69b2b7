import type { Product } from '@ndx/catalog';
import type { Candidate, Judgement, KnownCandidate } from '../candidate.js';
import type { OpenDispute } from '../open-dispute.js';
import type { SelectionRules } from '../policy/network-rules.js';
import {
  preferenceOf,
  requiredFields,
  requiresModel,
  selectionOf,
} from '../policy/querying-policy.js';
import { ranked, type Eligible } from '../ranking.js';
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
  /** The undecided disputes that the reader may know. */
  readonly disputes: readonly OpenDispute[];
}

/** The chosen section of each model that has one. */
export type Assembly = ReadonlyMap<string, ChosenSection>;

export interface JudgedAssembly {
  /** Undefined when no result satisfies the policies (204, contract 4.5). */
  readonly assembly: Assembly | undefined;
  /** One for each candidate, by model. */
  readonly judgements: readonly Judgement[];
}

/** Chooses each section of a certificate from the furnishers' candidates (design 9). */
export function assembleCertificate(input: AssemblyInput): JudgedAssembly {
  const chosen = new Map<string, ChosenSection>();
  const judgements: Judgement[] = [];
  let isComplete = true;
  for (const { name, performedAt } of input.product.models) {
    const { best, others } = ranked(eligible(input, name, performedAt, judgements));
    if (!best) {
      isComplete &&= ![...input.rules.values()].some(({ policy }) =>
        requiresModel(policy.modelSelections, name),
      );
      continue;
    }
    chosen.set(name, best);
    const { candidate, rules } = best;
    judgements.push({
      candidate,
      verdict: 'chosen',
      // A simulation reads no name.
      get nameDiffers() {
        return nameMatchOf(candidate, rules) === 'differs';
      },
    });
    for (const [{ candidate }, verdict] of others) judgements.push({ candidate, verdict });
  }
  return { assembly: isComplete && chosen.size > 0 ? chosen : undefined, judgements };
}

interface EligibleSection extends ChosenSection, Eligible {
  readonly candidate: KnownCandidate;
}

/** Returns the candidates that satisfy the policy of their network, and records a verdict for the others. */
function eligible(
  input: AssemblyInput,
  model: string,
  performedAtField: string,
  judgements: Judgement[],
): EligibleSection[] {
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
    const { visible, disputes } = reading;
    const lacking = visible && incompleteness(visible, rules.policy, model);
    if (lacking) return exclude(lacking);
    const selection = selectionOf(rules.policy, model);
    const preference = preferenceOf(selection, candidate.furnishingEntityId);
    return [
      {
        ...{ candidate, rules, disputes, preference },
        // A simulation reads no answer.
        get text() {
          return visible ? sectionText(visible) : candidate.text;
        },
      },
    ];
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
