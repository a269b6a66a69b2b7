import { kybCertificate, type Model } from '@ndx/catalog';
import type { FoundOutcome } from '../policy-test/found-outcome.js';
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

type Reason = Omit<NeverSource, 'furnishing_entity_id' | 'section'>;

/** The furnishers that can never be the source of a section, and those that the policy does not list as sources. */
export function neverSources(worlds: Worlds, furnishers: readonly string[]): PolicyAnswer {
  const { policy } = worlds;
  const known = new Map<string, Reason | undefined>();
  const reasonOf = (source: string, model: Model) => {
    const key = `${model.name} ${groupOf(policy, source)}`;
    if (!known.has(key)) known.set(key, exclusionOf(worlds, source, model));
    return known.get(key);
  };
  const ids = [...new Set([...namedSources(policy), ...furnishers])];
  const never = [...ids, null].flatMap((id) =>
    kybCertificate.models.flatMap((model): NeverSource[] => {
      const reason = reasonOf(id ?? OTHER_FURNISHER, model);
      const { name: section } = model;
      return reason ? [{ furnishing_entity_id: id, section, ...reason }] : [];
    }),
  );
  const enumerated = {
    worlds: worlds.decided,
    dimensions: [...DIMENSIONS, CONSENT_DIMENSION],
  };
  return {
    answer: never.length > 0 ? 'yes' : 'no',
    sentence: sentenceOf(never),
    ...{ enumerated, outside: OUTSIDE, never },
  };
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
  const isExcluded = ({ reasons }: FoundOutcome) => reasons.includes(rule);
  const field = rules.modelSelections
    .flatMap(({ field_selections: fields }) => fields)
    .find((one) => {
      const modelSelections = rules.modelSelections.map((selection) => ({
        ...selection,
        field_selections: [one],
      }));
      const without = rules.modelSelections.map((selection) => ({
        ...selection,
        field_selections: [],
      }));
      return (
        isExcluded(worlds.decide(test, { ...rules, modelSelections })) &&
        !isExcluded(worlds.decide(test, { ...rules, modelSelections: without }))
      );
    });
  return { rule, ...(field && { member: field.field_name }) };
}

function sentenceOf(never: readonly NeverSource[]): string {
  if (never.length === 0) return 'No: every furnisher can be the source of every section.';
  const furnishers = new Set(never.map(({ furnishing_entity_id: id }) => id));
  const words = [...furnishers].map((id) => id ?? 'every furnisher that the policy does not list');
  return `Yes: ${words.join(', ')} can never be the source of some section.`;
}
