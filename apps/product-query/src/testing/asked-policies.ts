import { kybCertificate, type QueryingConfiguration } from '@ndx/catalog';
import { expect, test } from '@jest/globals';
import { admission, isRefused } from '../domain/consent/admission.js';
import {
  askPolicy,
  parsePolicyTest,
  runPolicyTest,
  type PolicyQuestion,
} from '../domain/policy-test/index.js';
import { DAY, NOW } from './builders.js';
import { certificateWorld, releasedCertificate, SECTIONS } from './certificate-worlds.js';
import { Draw } from './draw.js';
import { BANKS } from './furnished-worlds.js';
import { configuration, withFewFields } from './policy-changes.js';

const AT = new Date(NOW).toISOString();

/** The file of a policy. */
export const policy = (selections: readonly object[] = [], terms: object = {}) => ({
  consent: null,
  permissible_purposes: [],
  model_selections: selections,
  ...terms,
});

export const ask = (rules: object, question: PolicyQuestion) => askPolicy(rules, question, AT);

/** The answer of the policy to its own counter-example, as its file would have it. */
export function replayed(rules: object, { world }: ReturnType<typeof ask>) {
  if (!world) throw new Error('there is no world');
  const inFile: unknown = JSON.parse(JSON.stringify({ ...world, name: 'a', policy: 'p.json' }));
  return runPolicyTest(parsePolicyTest(inFile), rules);
}

export const unconsented = (section: string, field?: string) =>
  ({ kind: 'without_consent', section, field }) as const;

const SEED = Number(process.env['SEED'] ?? 1);
const WORLDS_PER_POLICY = 24;
const TIMEOUT_MS = 24 * 3_600_000;
/** Without the name in `meta`, for which a policy of a product has no rule. */
const GOVERNED = SECTIONS.map((section) => ({
  ...section,
  fields: section.fields.filter(({ name }) => name !== 'business_legal_name'),
}));
const DAYS = [0, 2, 5, 10, 30];

/** The answers of a policy to each question, each asked once. */
function answersOf(rules: object) {
  const known = new Map<string, ReturnType<typeof ask>>();
  return (question: PolicyQuestion) => {
    const key = JSON.stringify(question);
    const answer = known.get(key) ?? ask(rules, question);
    if (!known.has(key) && answer.world) {
      expect(replayed(rules, answer).differences).toEqual([]);
    }
    known.set(key, answer);
    return answer.answer;
  };
}

interface Proven {
  readonly question: PolicyQuestion;
  /** Whether the released record has an undecided dispute. */
  readonly isDisputed: boolean;
}

/** A query that uses the default of its network. */
const worldOf = (draw: Draw) => ({ ...certificateWorld(draw), named: undefined });

/** What the answer in a random world proves of its policy. */
function proven(
  world: ReturnType<typeof worldOf>,
  rules: QueryingConfiguration,
): readonly Proven[] {
  const admitted = admission(world.binding, rules, kybCertificate, world.purpose);
  if (isRefused(admitted)) return [];
  return releasedCertificate(world, rules).values.flatMap((value): Proven[] => {
    const [, recordId, section = '', field] = /^(\S+) ([^.\s]+)(?:\.([^:]+))?/.exec(value) ?? [];
    const record = world.records.find((one) => one.recordId === recordId);
    const age = NOW - (record?.performedAt ?? NOW);
    const ages = DAYS.filter((days) => age > days * DAY).map((days): PolicyQuestion => ({
      kind: 'older_than',
      days,
      section,
    }));
    const isOfSection = GOVERNED.some(({ fields }) => fields.some(({ name }) => name === field));
    const read = admitted.consent ? [] : [unconsented(section, isOfSection ? field : undefined)];
    const isDisputed = record?.disputes.some(({ recordId: id }) => id === record.recordId) ?? false;
    return [...ages, ...read].map((question) => ({ question, isDisputed }));
  });
}

/**
 * Asks random policies about what they release in random worlds.
 * @param worlds their number; `SEED` begins with other ones
 */
export function askedPoliciesSuite(worlds: number): void {
  test(
    'no random world contradicts a "no", and each counter-example is decided as it states',
    () => {
      let [count, disputed] = [0, 0];
      for (let n = 0; n < worlds / WORLDS_PER_POLICY; n += 1) {
        const draw = new Draw((SEED + n) | 0);
        const drawn = configuration(draw, withFewFields(draw, GOVERNED));
        const rules = { ...drawn, status: 'published', isDefault: true } as const;
        const file = policy(rules.modelSelections, {
          consent: rules.consent,
          permissible_purposes: rules.permissiblePurposes,
        });
        const answer = answersOf(file);
        const never = ask(file, { kind: 'never_source', furnishers: BANKS }).never ?? [];
        for (let each = 0; each < WORLDS_PER_POLICY; each += 1) {
          for (const { question, isDisputed } of proven(worldOf(draw), rules)) {
            const found = { seed: SEED + n, question, answer: answer(question) };
            expect(found).toEqual({ ...found, answer: 'yes' });
            count += 1;
            if (isDisputed) disputed += 1;
          }
          const world = worldOf(draw);
          for (const value of releasedCertificate(world, rules).values) {
            const [recordId, section = ''] = value.split(' ');
            const furnisher = world.records.find((one) => one.recordId === recordId);
            const excluded = never.filter(
              (one) =>
                one.section === section &&
                one.furnishing_entity_id === furnisher?.furnishingEntityId,
            );
            expect({ seed: SEED + n, value, excluded }).toEqual({
              seed: SEED + n,
              value,
              excluded: [],
            });
          }
        }
      }
      expect(count).toBeGreaterThan(worlds / 10);
      expect(disputed).toBeGreaterThan(worlds / 100);
    },
    TIMEOUT_MS,
  );
}
