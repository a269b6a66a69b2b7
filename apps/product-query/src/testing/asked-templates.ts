import {
  firstTime,
  isComparable,
  partsOf,
  ruleOf,
  templateBySlug,
  TEMPLATES,
  type Template,
} from '@ndx/catalog';
import { expect, test } from '@jest/globals';
import { admission, isRefused } from '../domain/consent/admission.js';
import { askPolicy, type PolicyQuestion } from '../domain/policy-test/index.js';
import { policy, replayed, unconsented } from './asked-policies.js';
import { aPolicy, DAY, NOW } from './builders.js';
import { Draw } from './draw.js';
import { BANKS } from './furnished-worlds.js';
import { configuration, withFewFields } from './policy-changes.js';
import { dataOf, releasedTemplate, templateWorld } from './template-release.js';

const AT = new Date(NOW).toISOString();
const SEED = Number(process.env['SEED'] ?? 1);
const WORLDS_PER_POLICY = 20;
const DAYS = [0, 2, 10, 30];
const TIMEOUT_MS = 24 * 3_600_000;

/** The answer of a policy of a template. */
export const askOf = (template: Template, rules: object, question: PolicyQuestion) =>
  askPolicy(rules, question, AT, template.slug);

/**
 * Asks random policies of templates about what they release in random worlds.
 * @param worlds their number; `SEED` begins with other ones
 */
export function askTemplateSuite(worlds: number): void {
  test(
    'no random world of a template contradicts a "no", and each counter-example is decided as it states',
    () => {
      let count = 0;
      for (let n = 0; n < worlds / WORLDS_PER_POLICY; n += 1) {
        const draw = new Draw((SEED + n) | 0);
        const template = draw.one(TEMPLATES);
        count += contradictions(draw, template, SEED + n);
      }
      expect(count).toBeGreaterThan(worlds / 10);
    },
    TIMEOUT_MS,
  );
}

/** The number of facts of random worlds that a policy was asked about. */
function contradictions(draw: Draw, template: Template, seed: number): number {
  const drawn = configuration(draw, withFewFields(draw, dataOf(template)));
  const modelSelections = drawn.modelSelections.map((selection) => ({
    ...selection,
    field_selections: selection.field_selections.map((field) =>
      isPlain(template, field.field_name) ? field : { ...field, accepted_values: null },
    ),
  }));
  const rules = { ...drawn, modelSelections, status: 'published', isDefault: true } as const;
  const file = policy(rules.modelSelections, {
    ...{ consent: rules.consent, permissible_purposes: rules.permissiblePurposes },
  });
  const known = new Map<string, string>();
  const answer = (question: PolicyQuestion) => {
    const key = JSON.stringify(question);
    const found = known.get(key);
    if (found !== undefined) return found;
    const asked = askOf(template, file, question);
    if (asked.world) expect(replayed(file, asked).differences).toEqual([]);
    known.set(key, asked.answer);
    return asked.answer;
  };
  const { never = [] } = askOf(template, file, { kind: 'never_source', furnishers: BANKS });
  let count = 0;
  for (let each = 0; each < WORLDS_PER_POLICY; each += 1) {
    // The built-in policies decide the data sets of a bundle.
    const world = { ...templateWorld(template)(draw), parts: new Map() };
    const admitted = admission(world.binding, aPolicy(rules), template, world.purpose);
    if (isRefused(admitted)) continue;
    const isOpen = admitted.consent === undefined && partsOf(template).length === 0;
    for (const value of releasedTemplate(template)(world, rules).values) {
      const [group = '', recordId] = value.split(': ');
      const record = world.records.find((one) => one.record_id === recordId);
      const isNamed = template.outputs.some(
        ({ name, source }) =>
          name === value && source.kind !== 'query-id' && source.kind !== 'furnisher-id',
      );
      const questions: PolicyQuestion[] = [
        ...(isOpen && isNamed ? [unconsented(template.slug, value)] : []),
        ...(record ? agesOf(template, record) : []),
      ];
      for (const question of questions) {
        const found = { seed, template: template.slug, question, answer: answer(question) };
        expect(found).toEqual({ ...found, answer: 'yes' });
        count += 1;
      }
      const excluded = never.filter(
        (one) => one.section === group && one.furnishing_entity_id === record?.furnishing_entity_id,
      );
      expect({ seed, value, excluded }).toEqual({ seed, value, excluded: [] });
    }
  }
  return count;
}

/** Whether a policy can accept the values that random records have: their amounts are in another form. */
function isPlain(template: Template, name: string): boolean {
  const output = template.outputs.find((one) => one.name === name);
  if (output?.source.kind !== 'furnished' || !isComparable(template, output)) return false;
  const { dataset, field } = output.source;
  const data = templateBySlug(dataset)?.furnish?.data ?? [];
  return data.some((one) => one.name === field && ruleOf(one.type).storedSchema === undefined);
}

/** What a released record proves about the age of records. */
function agesOf(
  template: Template,
  record: ReturnType<ReturnType<typeof templateWorld>>['records'][number],
): PolicyQuestion[] {
  const dataset = [template, ...partsOf(template)].find(({ slug }) => slug === record.dataset);
  const stated = dataset ? firstTime(dataset, record.models) : null;
  const age = NOW - Date.parse(stated ?? record.furnished_at);
  return DAYS.filter((days) => age > days * DAY).map((days) => ({ kind: 'older_than', days }));
}
