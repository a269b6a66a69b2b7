import { governedModelsOf, partsOf, readsOf, type Group, type Template } from '@ndx/catalog';
import type { FoundOutcome } from '../policy-test/found-outcome.js';
import { PolicyTestFault } from '../policy-test/policy-test-fault.js';
import type { ExpectedOutcome, PolicyTest } from '../policy-test/policy-test.js';
import { testedPolicy } from '../policy-test/tested-policy.js';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import { answered } from './answered.js';
import { fieldOfRule, neverAnswer, type Reason } from './never-sources.js';
import {
  CONSENT_DIMENSION,
  TEMPLATE_DIMENSIONS,
  TEMPLATE_OUTSIDE,
  type PolicyAnswer,
  type PolicyQuestion,
} from './policy-question.js';
import { TemplateWorlds, type TemplateWorld } from './template-worlds.js';
import { admissionsOf, distinguishedSources } from './worlds.js';

/**
 * As `askPolicy`, for a template or a bundle. The built-in policies decide the data sets that a
 * bundle reads: other policies of them can only exclude more, or hide the time of verification,
 * as a consent can that the cases have. Whether they demand a consent is theirs to say.
 * @throws PolicyTestFault also for `without_consent` about a bundle
 */
export function askTemplate(
  template: Template,
  configuration: unknown,
  question: PolicyQuestion,
  at: string,
): PolicyAnswer {
  const worlds = new TemplateWorlds(
    template,
    testedPolicy(template, configuration),
    Date.parse(at),
  );
  switch (question.kind) {
    case 'without_consent':
      return withoutConsent(worlds, question);
    case 'older_than':
      return olderThan(worlds, question);
    case 'never_source':
      return neverSources(worlds, question.furnishers);
  }
}

function withoutConsent(
  worlds: TemplateWorlds,
  { section, field }: Extract<PolicyQuestion, { kind: 'without_consent' }>,
): PolicyAnswer {
  const { template, policy } = worlds;
  checkSection(template, section);
  const parts = partsOf(template).map(({ slug }) => slug);
  if (parts.length > 0) {
    throw new PolicyTestFault(
      `${template.slug} is a bundle, which shows nothing without a consent that the policies of its data sets do not: ask about those of ${parts.join(', ')}`,
    );
  }
  const [{ fields } = { fields: [] }] = governedModelsOf(template);
  if (field !== undefined && !fields.some(({ name }) => name === field)) {
    throw new PolicyTestFault(`${section} has no field ${JSON.stringify(field)}`);
  }
  const isRead = (group: Group, found: FoundOutcome) =>
    group.outputs.some(
      ({ name }) =>
        (field === undefined ? fields.some((one) => one.name === name) : name === field) &&
        outputIn(found, group, name) !== null,
    );
  const groups = template.groups.filter(
    ({ outputs }) => field === undefined || outputs.some(({ name }) => name === field),
  );
  const read = field === undefined ? `a field of ${section}` : `${section}.${field}`;
  const test = smallest(worlds, groups, (group) => ({
    worlds: worlds.of(
      { group, sources: distinguishedSources(policy), asked: field },
      admissionsOf(policy, [undefined]),
    ),
    isAnswer: (found) => isRead(group, found),
  }));
  return answered(worlds, test, {
    yes: `a member can read ${read} without a consent`,
    no: `no member can read ${read} without a consent`,
    ...{ dimensions: TEMPLATE_DIMENSIONS, outside: TEMPLATE_OUTSIDE },
  });
}

function olderThan(
  worlds: TemplateWorlds,
  { days, section }: Extract<PolicyQuestion, { kind: 'older_than' }>,
): PolicyAnswer {
  const { template, policy } = worlds;
  if (section !== undefined) checkSection(template, section);
  const test = smallest(worlds, template.groups, (group) => ({
    worlds: worlds.of(
      { group, sources: distinguishedSources(policy), olderThan: days },
      admissionsOf(policy, [undefined, 'everything', 'untimed']),
    ),
    isAnswer: (found, dataset) =>
      readsOf(template).some(
        (read) => read.dataset === dataset && outputIn(found, group, read.governedBy) !== null,
      ),
  }));
  const old = `that was ${worlds.isTimed ? 'verified' : 'furnished'} more than ${days} days before the query`;
  return answered(worlds, test, {
    yes: `a record of ${template.slug} ${old} can be issued`,
    no: `no record of ${template.slug} ${old} can be issued`,
    dimensions: [...TEMPLATE_DIMENSIONS, CONSENT_DIMENSION],
    outside: TEMPLATE_OUTSIDE,
  });
}

function neverSources(worlds: TemplateWorlds, furnishers: readonly string[]): PolicyAnswer {
  const { template, policy } = worlds;
  const never = neverAnswer(policy, {
    furnishers,
    sections: template.groups,
    reasonOf: (source, group) => exclusionOf(worlds, source, group),
  });
  const enumerated = {
    worlds: worlds.decided,
    dimensions: [...TEMPLATE_DIMENSIONS, CONSENT_DIMENSION],
  };
  return { ...never, enumerated, outside: TEMPLATE_OUTSIDE };
}

/** Why no case has an answer with a group of a furnisher; undefined: one has. */
function exclusionOf(worlds: TemplateWorlds, source: string, group: Group): Reason | undefined {
  const admissions = admissionsOf(worlds.policy, ['everything', undefined]);
  for (const { test } of worlds.of({ group, sources: [source] }, admissions)) {
    if ((worlds.decide(test).groups?.[group.name] ?? null) !== null) return undefined;
  }
  const best = worlds.best(group, source);
  const [rule = 'no_eligible_record'] = worlds.decide(best).reasons;
  const field = fieldOfRule(worlds.policy, (rules: QueryingPolicy) =>
    worlds.decide(best, rules).reasons.includes(rule),
  );
  return { rule, ...(field !== undefined && { member: field }) };
}

interface Goal {
  readonly worlds: Iterable<TemplateWorld>;
  readonly isAnswer: (found: FoundOutcome, dataset: string) => boolean;
}

/** The smallest case of the first group that has one with that answer. */
function smallest(
  worlds: TemplateWorlds,
  groups: readonly Group[],
  goalOf: (group: Group) => Goal,
): PolicyTest | undefined {
  for (const group of groups) {
    const goal = goalOf(group);
    for (const { test, dataset } of goal.worlds) {
      const found = worlds.decide(test);
      if (found.outcome !== 'issued' || !goal.isAnswer(found, dataset)) continue;
      return { ...test, expected: expectedOf(worlds.template, found) };
    }
  }
  return undefined;
}

/** The stated values of an answer; the id of a furnisher is beside its group. */
function expectedOf({ groups }: Template, found: FoundOutcome): ExpectedOutcome {
  const stated = groups.flatMap((group) => {
    const of = found.groups?.[group.name];
    if (!of) return [];
    const named = group.outputs.filter(({ source }) => source.kind !== 'furnisher-id');
    const outputs = named.flatMap(({ name }) => {
      const value = of.outputs[name] ?? null;
      return value === null ? [] : [[name, value] as const];
    });
    const { furnishing_entity_id } = of;
    return [[group.name, { furnishing_entity_id, outputs: Object.fromEntries(outputs) }] as const];
  });
  return { outcome: found.outcome, groups: Object.fromEntries(stated) };
}

function outputIn({ groups }: FoundOutcome, { name }: Group, output: string): unknown {
  return groups?.[name]?.outputs[output] ?? null;
}

function checkSection({ slug }: Template, section: string): void {
  if (section === slug) return;
  throw new PolicyTestFault(`section must be ${slug}: ${JSON.stringify(section)}`);
}
