import { everyReadOf, partsOf, type Template } from '@ndx/catalog';
import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PERFORMED_AT, SETTINGS, twinOf, WORLDS } from '../testing/denied-kyb.js';
import {
  askBoth,
  callerOf,
  make,
  NETWORK,
  NO_WORD,
  policyOf,
  questions,
  UNLISTED,
  type Policy,
} from '../testing/denied-kyb-service.js';
import {
  agreement,
  queried,
  simulatedIn,
  SIMULATED,
  SIMULATED_BY_OTHER,
  UNREADABLE,
  type SimulatedOnce,
} from '../testing/denied-simulations.js';
import {
  CASES,
  CASES_OF_BUNDLES,
  twinOf as templateTwinOf,
} from '../testing/denied-template-worlds.js';
import {
  askBoth as askBothTemplate,
  callerOf as templateCallerOf,
  ELSEWHERE,
  fieldsOf,
  isTime,
  make as makeTemplate,
  NETWORK as TEMPLATE_NETWORK,
  questions as templateQuestions,
  underConsent,
  type Terms,
} from '../testing/denied-templates.js';
import { assertForAll, newIds, TwinServices } from '../testing/twin-services.js';

const twins = useStarted(() => TwinServices.start());

test('two worlds that differ only in data that consent hides, and in queries that the governor may not read, give the governor the same simulation, equal to the one of the query alone', async () => {
  const compared = { ...NOTHING };
  const cases = fc.tuple(SETTINGS, SETTINGS, WORLDS, WORLDS, UNREADABLE);
  await assertForAll(20, cases, async ([drawn, draft, world, other, unreadable]) => {
    const ids = newIds();
    const setting = { ...drawn, policy: drawn.policy && withOpenTime(drawn.policy) };
    const { model_selections } = policyOf(ids, withOpenTime(draft.policy ?? NO_WORD));
    const twinned = twinOf({ ...setting, policy: null, scope: [] }, world, other);
    const now = Date.now();
    const told = await twins.answersIn(
      queried([world, twinned], unreadable),
      async (service, made) => {
        await make(service, ids, setting, made.world, now);
        await askBoth(service, ids, made.unreadable);
      },
      callerOf(ids),
      questions(ids, setting),
      [],
      simulatedIn(ids, [ids(NETWORK), ids(UNLISTED)], { model_selections }),
    );
    requireSame(told, compared, unreadable.length);
  });
  expect(compared.simulated).toBeGreaterThan(7);
  expect(compared.changed).toBeGreaterThan(0);
  expect(compared.unreadable).toBeGreaterThan(7);
  expect(compared.unlike).toBeGreaterThan(0);
}, 600_000);

test('two worlds that differ only in data that consent hides, and in queries that the governor may not read, give the governor the same simulation of template queries, equal to the one of the query alone', async () => {
  const compared = await compareTemplates(40, CASES);
  expect(compared.simulated).toBeGreaterThan(25);
  expect(compared.changed).toBeGreaterThan(4);
  expect(compared.unreadable).toBeGreaterThan(25);
  expect(compared.unlike).toBeGreaterThan(4);
}, 600_000);

test('two worlds that differ only in data that consents to bundles and to their data sets hide, and in queries that the governor may not read, give the governor the same simulation of a policy of either, equal to the one of the query alone', async () => {
  const compared = await compareTemplates(60, CASES_OF_BUNDLES);
  expect(compared.simulated).toBeGreaterThan(15);
  expect(compared.changed).toBeGreaterThan(0);
  expect(compared.closed).toBeGreaterThan(0);
  expect(compared.unreadable).toBeGreaterThan(25);
  expect(compared.unlike).toBeGreaterThan(4);
}, 600_000);

/** The draft is of the template, or of a data set of the bundle. */
async function compareTemplates(count: number, worlds: typeof CASES): Promise<typeof NOTHING> {
  const compared = { ...NOTHING };
  const cases = worlds.chain(([setting, world, other]) => {
    const parts = partsOf(setting.template);
    return fc.constantFrom(setting.template, ...parts, ...parts, ...parts).chain((drafted) =>
      fc.record({
        ...{ setting: fc.constant(setting), world: fc.constant(world), other: fc.constant(other) },
        unreadable: UNREADABLE,
        draft: fc.record({
          template: fc.constant(drafted),
          disabled: fc.subarray([...fieldsOf(drafted)], { maxLength: 2 }),
          sources: fc.constantFrom<readonly number[]>([], [0], [1], [1, 0]),
          attestation_required: fc.boolean(),
        }),
      }),
    );
  });
  await assertForAll(count, cases, async ({ setting: drawn, world, other, draft, unreadable }) => {
    const ids = newIds();
    const setting = { ...withOpenTimes(drawn), parts: drawn.parts.map(withOpenTimes) };
    const selection = {
      model_name: draft.template.slug,
      attestation_required: draft.attestation_required,
      selected_provenance_option_ids: draft.sources.map((furnisher) => ids(20 + furnisher)),
      field_selections: withOpenTimes(draft).disabled.map((field_name) => ({
        ...{ field_name, is_enabled: false },
      })),
    };
    const twinned = templateTwinOf(underConsent(setting), world, other);
    const now = Date.now();
    const told = await twins.answersIn(
      queried([world, twinned], unreadable),
      async (service, made) => {
        await makeTemplate(service, ids, setting, made.world, now);
        await askBothTemplate(service, ids, setting, made.unreadable);
      },
      templateCallerOf(ids),
      templateQuestions(ids, setting),
      [],
      simulatedIn(
        ids,
        [ids(TEMPLATE_NETWORK), ids(ELSEWHERE)],
        { model_selections: [selection] },
        { product_id: draft.template.id },
      ),
    );
    requireSame(told, compared, unreadable.length);
  });
  return compared;
}

function withOpenTimes<T extends Pick<Terms, 'template' | 'disabled'>>(terms: T): T {
  const times = timesOf(terms.template);
  return { ...terms, disabled: terms.disabled.filter((name) => !times.has(name)) };
}

/** The outputs of a template that are times of verification. */
function timesOf(template: Template): ReadonlySet<string> {
  return new Set(
    everyReadOf(template).flatMap(({ dataset, field, governedBy }) =>
      isTime(dataset, field) ? [governedBy] : [],
    ),
  );
}

const NOTHING = { simulated: 0, changed: 0, closed: 0, unreadable: 0, unlike: 0 };

/**
 * Both worlds tell the governor the same, and the simulations of a query agree. A simulation counts
 * the queries that the governor may not read, and shows nothing else about them.
 */
function requireSame(
  told: readonly (readonly string[])[],
  compared: typeof NOTHING,
  unreadable: number,
): void {
  const texts = (start: string) => told.map((all) => all.filter((text) => text.startsWith(start)));
  const [one, twin] = texts(SIMULATED);
  expect(twin).toEqual(one);
  for (const text of one ?? []) {
    const simulated = JSON.parse(text.slice(SIMULATED.length)) as SimulatedOnce;
    compared.simulated += simulated.all.simulated_queries;
    compared.changed += simulated.all.changed_queries;
    const notGoverned = simulated.all.not_simulated.filter(({ code }) => code === 'not_governed');
    const isClosed = simulated.all.not_simulated.some(({ code }) => code === 'dataset_closed');
    if (isClosed) compared.closed += 1;
    expect(notGoverned.map(({ count }) => count)).toEqual([unreadable]);
    compared.unreadable += unreadable;
    expect(agreement(simulated)).toEqual([]);
  }
  const [byOther, twinByOther] = texts(SIMULATED_BY_OTHER);
  // Whether a governor who may read the queries finds a difference.
  if (String(byOther) !== String(twinByOther)) compared.unlike += 1;
}

/** A policy that hides the time makes another record the known one. */
function withOpenTime(policy: Policy): Policy {
  return { ...policy, fields: policy.fields.filter(({ name }) => name !== PERFORMED_AT) };
}
