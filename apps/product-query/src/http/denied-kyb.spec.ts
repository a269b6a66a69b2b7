import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FURNISHERS, PERFORMED_AT, SETTINGS, twinOf, WORLDS } from '../testing/denied-kyb.js';
import {
  callerOf,
  furnisherId,
  make,
  NETWORK,
  NO_WORD,
  policyOf,
  questions,
  withoutRecordIds,
  type Policy,
} from '../testing/denied-kyb-service.js';
import { twinReaders, unlikeReplays } from '../testing/twin-readers.js';
import { assertForAll, newIds, TwinServices } from '../testing/twin-services.js';

const twins = useStarted(() => TwinServices.start());

test(
  'two worlds that differ only in unreadable data give the same answers to certificate queries',
  () =>
    assertForAll(50, fc.tuple(SETTINGS, WORLDS, WORLDS), async ([setting, world, other]) => {
      const ids = newIds();
      const worlds = [world, twinOf(setting, world, other)] as const;
      const now = Date.now();
      const [one, twin] = await twins.answersIn(
        worlds,
        (service, made) => make(service, ids, setting, made, now),
        callerOf(ids),
        questions(ids, setting),
      );
      expect(twin.map(withoutRecordIds)).toEqual(one.map(withoutRecordIds));
    }),
  600_000,
);

test('two worlds that differ only in data that consent hides give the governor and the furnishers the same explanations, evidence and replays', () => {
  const cases = fc.tuple(SETTINGS, SETTINGS, WORLDS, WORLDS);
  return assertForAll(15, cases, async ([drawn, draft, world, other]) => {
    const ids = newIds();
    const setting = { ...drawn, policy: drawn.policy && withOpenTime(drawn.policy) };
    const selections = policyOf(ids, withOpenTime(draft.policy ?? NO_WORD)).model_selections;
    const twinned = twinOf({ ...setting, policy: null, scope: [] }, world, other);
    const now = Date.now();
    const [one, twin] = await twins.answersIn(
      [world, twinned],
      (service, made) => make(service, ids, setting, made, now),
      callerOf(ids),
      questions(ids, setting),
      twinReaders(
        ids,
        ids(NETWORK),
        FURNISHERS.map((furnisher) => furnisherId(ids, furnisher)),
        { model_selections: selections },
      ),
    );
    expect(twin.map(withoutRecordIds)).toEqual(one.map(withoutRecordIds));
    expect(unlikeReplays(one)).toEqual([]);
  });
});

/** A policy that hides the time makes another record the known one. */
function withOpenTime(policy: Policy): Policy {
  return { ...policy, fields: policy.fields.filter(({ name }) => name !== PERFORMED_AT) };
}
