import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PERFORMED_AT, SETTINGS, twinOf, WORLDS } from '../testing/denied-kyb.js';
import {
  callerOf,
  make,
  NETWORK,
  NO_WORD,
  policyOf,
  questions,
  type Policy,
} from '../testing/denied-kyb-service.js';
import {
  agreement,
  simulatedIn,
  SIMULATED,
  type SimulatedOnce,
} from '../testing/denied-simulations.js';
import { assertForAll, newIds, TwinServices } from '../testing/twin-services.js';

const twins = useStarted(() => TwinServices.start());

test('two worlds that differ only in data that consent hides give the governor the same simulation, equal to the one of the query alone', async () => {
  const compared = { simulated: 0, changed: 0 };
  const cases = fc.tuple(SETTINGS, SETTINGS, WORLDS, WORLDS);
  await assertForAll(60, cases, async ([drawn, draft, world, other]) => {
    const ids = newIds();
    const setting = { ...drawn, policy: drawn.policy && withOpenTime(drawn.policy) };
    const { model_selections } = policyOf(ids, withOpenTime(draft.policy ?? NO_WORD));
    const twinned = twinOf({ ...setting, policy: null, scope: [] }, world, other);
    const now = Date.now();
    const told = await twins.answersIn(
      [world, twinned],
      (service, made) => make(service, ids, setting, made, now),
      callerOf(ids),
      questions(ids, setting),
      [],
      simulatedIn(ids, ids(NETWORK), { model_selections }),
    );
    const [one, twin] = told.map((texts) => texts.filter((text) => text.startsWith(SIMULATED)));
    expect(twin).toEqual(one);
    for (const text of one ?? []) {
      const simulated = JSON.parse(text.slice(SIMULATED.length)) as SimulatedOnce;
      compared.simulated += simulated.all.simulated_queries;
      compared.changed += simulated.all.changed_queries;
      expect(agreement(simulated)).toEqual([]);
    }
  });
  expect(compared.simulated).toBeGreaterThan(30);
  expect(compared.changed).toBeGreaterThan(10);
}, 600_000);

/** A policy that hides the time makes another record the known one. */
function withOpenTime(policy: Policy): Policy {
  return { ...policy, fields: policy.fields.filter(({ name }) => name !== PERFORMED_AT) };
}
