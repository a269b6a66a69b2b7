import { governedModelsOf, kybCertificate, type Model } from '@ndx/catalog';
import { PolicyTestFault } from '../policy-test/policy-test-fault.js';
import type { ExpectedOutcome, PolicyTest } from '../policy-test/policy-test.js';
import type { FoundOutcome } from '../policy-test/found-outcome.js';
import { testedPolicy } from '../policy-test/tested-policy.js';
import { answered } from './answered.js';
import { askTemplate } from './ask-template.js';
import { datasetNamed } from './dataset-named.js';
import { neverSources } from './never-sources.js';
import {
  CONSENT_DIMENSION,
  DIMENSIONS,
  OUTSIDE,
  type PolicyAnswer,
  type PolicyQuestion,
} from './policy-question.js';
import { admissionsOf, distinguishedSources, Worlds, type Admission } from './worlds.js';

/** Verifications before 1970 are not considered. */
const MOST_DAYS = 18_250;

/**
 * Answers a question about a policy by deciding each of the worlds that its rules
 * distinguish, with the functions that decide a query.
 *
 * A "no" covers every query of one network under the policy: rules are about one record, and about
 * one field of it each, so that a record that is issued beside others is also issued alone, and a
 * changed field that satisfies its rule changes nothing else. A dispute can only exclude a record, so
 * that a record that is issued with one is also issued without it. Not covered is what `outside` of
 * the answer lists.
 * @param configuration of the file of a policy
 * @param at the time of the queries, ISO 8601
 * @param product the slug or the id of the product or template of the policy
 * @throws PolicyTestFault for a configuration that the server would refuse, for an unknown product,
 *   section or field, and for `without_consent` about a bundle
 */
export function askPolicy(
  configuration: unknown,
  question: PolicyQuestion,
  at: string,
  product: string = kybCertificate.slug,
): PolicyAnswer {
  if (question.kind === 'older_than' && question.days > MOST_DAYS) {
    throw new PolicyTestFault(`days must be at most ${MOST_DAYS}: ${question.days}`);
  }
  const dataset = datasetNamed(product);
  if (dataset.kind === 'template') return askTemplate(dataset, configuration, question, at);
  const worlds = new Worlds(testedPolicy(kybCertificate, configuration), Date.parse(at));
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
  worlds: Worlds,
  { section, field }: Extract<PolicyQuestion, { kind: 'without_consent' }>,
): PolicyAnswer {
  const model = modelOf(section);
  if (field !== undefined) checkField(section, field);
  const read = field === undefined ? `a field of ${section}` : `${section}.${field}`;
  const test = smallest(worlds, [model], {
    admissions: admissionsOf(worlds.policy, [undefined]),
    choices: { asked: field },
    isAnswer: (found) => field === undefined || valueIn(found, section, field) !== null,
  });
  return answered(worlds, test, {
    yes: `a member can read ${read} without a consent`,
    no: `no member can read ${read} without a consent`,
    ...{ dimensions: DIMENSIONS, outside: OUTSIDE },
  });
}

function olderThan(
  worlds: Worlds,
  { days, section }: Extract<PolicyQuestion, { kind: 'older_than' }>,
): PolicyAnswer {
  const models = section === undefined ? kybCertificate.models : [modelOf(section)];
  const test = smallest(worlds, models, {
    admissions: admissionsOf(worlds.policy, [undefined, 'everything', 'untimed']),
    choices: { olderThan: days },
    isAnswer: () => true,
  });
  const record = `record${section === undefined ? '' : ` of ${section}`}`;
  const old = `that was verified more than ${days} days before the query`;
  return answered(worlds, test, {
    yes: `a ${record} ${old} can be issued`,
    no: `no ${record} ${old} can be issued`,
    ...{ dimensions: [...DIMENSIONS, CONSENT_DIMENSION], outside: OUTSIDE },
  });
}

interface Goal {
  readonly admissions: readonly Admission[];
  readonly choices: { readonly asked?: string | undefined; readonly olderThan?: number };
  readonly isAnswer: (found: FoundOutcome) => boolean;
}

/** The smallest world in which a section of the models is issued as asked, with that answer. */
function smallest(
  worlds: Worlds,
  models: readonly Model[],
  { admissions, choices, isAnswer }: Goal,
): PolicyTest | undefined {
  const sources = distinguishedSources(worlds.policy);
  for (const model of models) {
    for (const test of worlds.of({ ...choices, model, sources }, admissions)) {
      const found = worlds.decide(test);
      if ((found.result?.[model.name] ?? null) === null || !isAnswer(found)) continue;
      return { ...test, expected: expectedOf(found) };
    }
  }
  return undefined;
}

/** The stated values of an answer. */
function expectedOf({ outcome, result = {} }: FoundOutcome): ExpectedOutcome {
  const stated = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const sections = Object.entries(result).flatMap(([name, section]) => {
    if (section === null) return [];
    const { furnishing_entity_id, assertions, data } = section;
    const values = { assertions: stated(assertions), data: stated(data) };
    return [[name, { furnishing_entity_id, ...values }] as const];
  });
  return { outcome, result: Object.fromEntries(sections) };
}

function valueIn({ result }: FoundOutcome, section: string, field: string): unknown {
  const found = result?.[section];
  return found ? ({ ...found.assertions, ...found.data }[field] ?? null) : null;
}

function modelOf(section: string): Model {
  const model = kybCertificate.models.find(({ name }) => name === section);
  if (model) return model;
  const names = kybCertificate.models.map(({ name }) => name).join(', ');
  throw new PolicyTestFault(`section must be one of ${names}: ${JSON.stringify(section)}`);
}

function checkField(section: string, field: string): void {
  const { fields = [] } =
    governedModelsOf(kybCertificate).find(({ model }) => model === section) ?? {};
  if (fields.some(({ name }) => name === field)) return;
  throw new PolicyTestFault(`${section} has no field ${JSON.stringify(field)}`);
}
