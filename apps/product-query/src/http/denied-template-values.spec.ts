import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import { CASES, twinOf } from '../testing/denied-template-worlds.js';
import {
  callerOf,
  make,
  questions,
  readersOf,
  underConsent,
  type Setting,
  type Slot,
} from '../testing/denied-templates.js';
import { unlikeReplays } from '../testing/twin-readers.js';
import {
  assertForAll,
  newIds,
  TwinServices,
  type Ids,
  type Reader,
} from '../testing/twin-services.js';

const twins = useStarted(() => TwinServices.start());

const answersIn = (
  setting: Setting,
  worlds: readonly [readonly Slot[], readonly Slot[]],
  ids: Ids,
  readers: Reader[] = [],
) => {
  const now = Date.now();
  return twins.answersIn(
    worlds,
    (service, made) => make(service, ids, setting, made, now),
    callerOf(ids),
    questions(ids, setting),
    readers,
  );
};

test(
  'two worlds that differ only in unreadable data give the same answers to template queries',
  () =>
    assertForAll(40, CASES, async ([setting, world, other]) => {
      const twin = twinOf(setting, world, other);
      const [one, another] = await answersIn(setting, [world, twin], newIds());
      expect(another).toEqual(one);
    }),
  600_000,
);

test(
  'two worlds that differ only in values that consent hides give the governor and the furnishers the same explanations, evidence and replays of template queries',
  () =>
    assertForAll(15, CASES, async ([setting, world, other]) => {
      const ids = newIds();
      const twin = twinOf(underConsent(setting), world, other);
      const [one, another] = await answersIn(setting, [world, twin], ids, readersOf(ids, setting));
      expect(another).toEqual(one);
      expect(unlikeReplays(one)).toEqual([]);
    }),
  600_000,
);
