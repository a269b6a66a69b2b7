import { kybCertificate, type Model } from '@ndx/catalog';
import type { FieldSelection } from '@ndx/contracts';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import {
  CONSENT_DIMENSION,
  DIMENSIONS,
  OUTSIDE,
  type NeverSource,
  type PolicyAnswer,
} from './policy-question.js';
import { sectionRecords } from './section-records.js';
import {
  admissionsOf,
  groupOf,
  namedSources,
  onlyOf,
  OTHER_FURNISHER,
  type Worlds,
} from './worlds.js';

export type Reason = Omit<NeverSource, 'furnishing_entity_id' | 'section'>;

/** The furnishers that can never be the source of a section, and those that the policy does not list as sources. */
export function neverSources(worlds: Worlds, furnishers: readonly string[]): PolicyAnswer {
  const never = neverAnswer(worlds.policy, {
    furnishers,
    sections: kybCertificate.models,
    reasonOf: (source, model) => exclusionOf(worlds, source, model),
  });
  const enumerated = { worlds: worlds.decided, dimensions: [...DIMENSIONS, CONSENT_DIMENSION] };
  return { ...never, enumerated, outside: OUTSIDE };
}

interface Sources<S> {
  readonly furnishers: readonly string[];
  readonly sections: readonly S[];
  /** Undefined: the furnisher can be the source of the section. */
  readonly reasonOf: (source: string, section: S) => Reason | undefined;
}

/** The answer for the given furnishers, the furnishers in the policy, and one that stands for all others. */
export function neverAnswer<S extends { readonly name: string }>(
  policy: QueryingPolicy,
  { furnishers, sections, reasonOf }: Sources<S>,
): Pick<PolicyAnswer, 'answer' | 'sentence' | 'never'> {
  const known = new Map<string, Reason | undefined>();
  const knownReasonOf = (source: string, section: S) => {
    const key = `${section.name} ${groupOf(policy, source)}`;
    if (!known.has(key)) known.set(key, reasonOf(source, section));
    return known.get(key);
  };
  const ids = [...new Set([...namedSources(policy), ...furnishers])];
  const never = [...ids, null].flatMap((id) =>
    sections.flatMap((section): NeverSource[] => {
      const reason = knownReasonOf(id ?? OTHER_FURNISHER, section);
      return reason ? [{ furnishing_entity_id: id, section: section.name, ...reason }] : [];
    }),
  );
  return { answer: never.length > 0 ? 'yes' : 'no', sentence: sentenceOf(never), never };
}

/** Why no world has an answer with a section of a furnisher; undefined: one has. */
function exclusionOf(worlds: Worlds, source: string, model: Model): Reason | undefined {
  const admissions = admissionsOf(worlds.policy, ['everything', undefined]);
  const choices = { model, sources: [source] };
  for (const test of worlds.of(choices, admissions)) {
    if ((worlds.decide(test).result?.[model.name] ?? null) !== null) return undefined;
  }
  return ruleAgainst(worlds, source, model);
}

/** The rule that excludes the most complete record of a furnisher, attested and just verified. */
function ruleAgainst(worlds: Worlds, source: string, model: Model): Reason {
  const { policy } = worlds;
  const missing = worlds
    .otherSections(model)
    .find((other) => !worlds.support(other, { consent: 'everything' }));
  const rules = onlyOf(policy, model);
  const at = worlds.time;
  const best = sectionRecords({ policy, model, sources: [source], at }).findLast(
    ({ isAttested, record }) => isAttested && record.furnished_at === new Date(at).toISOString(),
  );
  if (!best) throw new Error(`no record of ${model.name}`);
  const test = worlds.world([best], { consent: 'everything' }, model);
  const found = worlds.decide(test, rules);
  if (found.outcome === 'issued') {
    return { rule: 'required_section_missing', ...(missing && { member: missing.name }) };
  }
  const [rule = 'no_eligible_record'] = found.reasons;
  const field = fieldOfRule(rules, (other) => worlds.decide(test, other).reasons.includes(rule));
  return { rule, ...(field !== undefined && { member: field }) };
}

/** The field whose rule alone excludes, where a policy without rules of fields does not. */
export function fieldOfRule(
  policy: QueryingPolicy,
  isExcludedBy: (policy: QueryingPolicy) => boolean,
): string | undefined {
  const withFields = (fields: FieldSelection[]) => ({
    ...policy,
    modelSelections: policy.modelSelections.map((one) => ({ ...one, field_selections: fields })),
  });
  const field = policy.modelSelections
    .flatMap(({ field_selections: fields }) => fields)
    .find((one) => isExcludedBy(withFields([one])) && !isExcludedBy(withFields([])));
  return field?.field_name;
}

function sentenceOf(never: readonly NeverSource[]): string {
  if (never.length === 0) return 'No: every furnisher can be the source of every section.';
  const furnishers = new Set(never.map(({ furnishing_entity_id: id }) => id));
  const words = [...furnishers].map((id) => id ?? 'every furnisher that the policy does not list');
  return `Yes: ${words.join(', ')} can never be the source of some section.`;
}
