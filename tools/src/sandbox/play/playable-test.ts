import { isDeepStrictEqual } from 'node:util';
import { kybCertificate, templateBySlug, type Template } from '@ndx/catalog';
import { MAX_CLOCK_OFFSET_DAYS } from '@ndx/contracts';
import {
  attestationsIn,
  runPolicyTestUnder,
  testedPolicy,
  type PolicyTest,
  type TestedRules,
} from '@ndx/product-query/policy-test';
import { furnishedAtOnce, lastFurnishing, withNames } from './played-facts.js';
import { sameTemplateAnswer } from './template-facts.js';
import { UnplayableError } from './unplayable-error.js';

const DAY_MS = 86_400_000;

/** The ages in a play are exact to this: its requests take less. */
export const PRECISION_MS = 60_000;

/** A furnisher of a test, by its name there. */
export interface TestedFurnisher {
  readonly name: string;
  readonly isAttested: boolean;
}

/** A test as a sandbox can make it, which decides its query alike. */
export interface PlayableTest {
  /** Its records are in the order in which they are furnished, one directly after the other. */
  readonly test: PolicyTest;
  readonly rules: TestedRules;
  /** Undefined: the certificate. */
  readonly template: Template | undefined;
  readonly furnishers: readonly TestedFurnisher[];
  /** Milliseconds from the last furnishing to the query. */
  readonly delayMs: number;
}

/**
 * Whether the public API can make a test. Only the clock of a query can be moved, so that records
 * are furnished at one time; the decision says whether that changes the answer.
 * @param configuration of the file of the policy
 * @throws UnplayableError naming the member that cannot be made, PolicyTestFault for a configuration
 *   that the server would refuse
 */
export function playableTest(test: PolicyTest, configuration: unknown): PlayableTest {
  const limit = LIMITS.find(([applies]) => applies(test));
  if (limit) throw new UnplayableError(limit[1]);
  const { template_slug: slug } = test.query;
  const template = slug === undefined ? undefined : templateBySlug(slug);
  const rules = testedPolicy(template ?? kybCertificate, configuration);
  if (template) refuseAcceptedTemplateTimes(template, rules);
  else refuseAcceptedTimes(rules);
  const delayMs = Date.parse(test.at) - lastFurnishing(test);
  const atOnce = furnishedAtOnce(test);
  const isNamed = template?.subject !== 'consumer';
  const played = isNamed ? withNames(atOnce) : atOnce;
  const isAlike = template ? sameTemplateAnswer(template, test, rules) : sameAnswerAs(test, rules);
  if (!isAlike(atOnce)) {
    throw new UnplayableError(
      'records: a play furnishes them at one time, and the answer depends on their furnished_at',
    );
  }
  if (!isAlike(played)) {
    throw new UnplayableError(
      'records: a play gives each record and consent a business_legal_name, and the answer depends on that',
    );
  }
  if (!momentsOf(played, delayMs).every(isAlike)) {
    throw new UnplayableError('at: the answer changes within a minute of this time');
  }
  return { test: played, rules, template, furnishers: furnishersOf(test), delayMs };
}

type Limit = readonly [applies: (test: PolicyTest) => boolean, sentence: string];

/** The sentences for what no sandbox can make. */
const LIMITS: readonly Limit[] = [
  [
    ({ query, expected }) => query.template_slug !== undefined && expected.outcome === 'no_result',
    'expected.outcome: a play of a template shows that a query is issued or refused; ndx policy test decides one without a result',
  ],
  [
    ({ query, records = [] }) => query.template_slug !== undefined && records.length === 0,
    'records: a play of a template has a record; a question about a bundle without an answer has none',
  ],
  [
    ({ query, records = [] }) =>
      records.some(({ furnishing_entity_id: id }) => id === query.querying_entity_id),
    'records: the querying institution of a sandbox furnishes no record',
  ],
  [
    ({ query, consents = [] }) =>
      consents.some(
        ({ entity_id: id = query.querying_entity_id }) => id !== query.querying_entity_id,
      ),
    'consents: the querying institution of a sandbox records every consent',
  ],
  [
    ({ records = [], consents = [] }) => records.length + consents.length === 0,
    'records: without a record and a consent, the network does not know the business',
  ],
  [
    (test) => Date.parse(test.at) - lastFurnishing(test) > MAX_CLOCK_OFFSET_DAYS * DAY_MS,
    `at: the clock of a sandbox goes at most ${MAX_CLOCK_OFFSET_DAYS} days ahead of the last furnished_at`,
  ],
];

/** A play verifies its records when it runs, so that no stated time of verification is theirs. */
function refuseAcceptedTimes({ modelSelections }: TestedRules): void {
  for (const { name, performedAt } of kybCertificate.models) {
    const rules = modelSelections.find(({ model_name }) => model_name === name);
    const rule = rules?.field_selections.find(({ field_name }) => field_name === performedAt);
    if ((rule?.accepted_values ?? null) === null) continue;
    throw new UnplayableError(
      `policy: it accepts stated values of ${name}.${performedAt}, and a play moves the times of verification`,
    );
  }
}

/** The same for the times that a template states. */
function refuseAcceptedTemplateTimes(
  { slug, outputs }: Template,
  { modelSelections }: TestedRules,
): void {
  const fields = modelSelections.find(({ model_name }) => model_name === slug)?.field_selections;
  for (const { name, type } of outputs) {
    const accepted = fields?.find(({ field_name }) => field_name === name)?.accepted_values ?? null;
    if (type !== 'date-time' || accepted === null) continue;
    throw new UnplayableError(
      `policy: it accepts stated values of ${slug}.${name}, and a play moves the times of verification`,
    );
  }
}

function sameAnswerAs(test: PolicyTest, rules: TestedRules): (other: PolicyTest) => boolean {
  const { found } = runPolicyTestUnder(test, rules);
  return (other) => isDeepStrictEqual(runPolicyTestUnder(other, rules).found, found);
}

/** The test at the first and at the last moment at which a play can query. */
function momentsOf(test: PolicyTest, delayMs: number): PolicyTest[] {
  // The clock is moved to a time before `at`; without it, the query follows the furnishing.
  const shifts = isClockMoved(delayMs) ? [-PRECISION_MS, 0] : [-delayMs, PRECISION_MS];
  const at = Date.parse(test.at);
  return shifts.map((shift) => ({ ...test, at: new Date(at + shift).toISOString() }));
}

/** Whether the query is so long after the furnishing that its clock is moved. */
export function isClockMoved(delayMs: number): boolean {
  return delayMs >= PRECISION_MS;
}

function furnishersOf(test: PolicyTest): TestedFurnisher[] {
  const attestationOf = attestationsIn(test);
  const names = (test.records ?? []).map(({ furnishing_entity_id: name }) => name);
  return [...new Set(names)].map((name) => ({ name, isAttested: attestationOf(name) !== null }));
}
