import { denialsOf, TEMPLATES } from '@ndx/catalog';
import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import fc, { type Arbitrary } from 'fast-check';
import {
  callerOf,
  fieldsOf,
  FURNISHERS,
  make,
  questions,
  readersOf,
  slotsOf,
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

/** Favours templates whose furnishers may deny a statement of the answer. */
const CONSUMERS = TEMPLATES.filter(({ subject }) => subject === 'consumer').map((template) => ({
  weight: denialsOf(template).length > 0 ? 4 : 1,
  arbitrary: fc.constant(template),
}));

const CASES: Arbitrary<readonly [Setting, readonly Slot[], readonly Slot[]]> = fc
  .oneof(...CONSUMERS)
  .chain((template) => {
    // Most outputs are required: when many are closed every answer is the same 204.
    const few = fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray([...fieldsOf(template)], { maxLength: 2 }) },
    );
    const denied = denialsOf(template).map(({ governedBy }) => governedBy);
    const slots = slotsOf(template).length;
    const slot = fc.option(
      fc.record({ variant: fc.nat(1), daysAgo: fc.integer({ min: 1, max: 2 }) }),
      { freq: 12 },
    );
    const world = fc.array(slot, { minLength: 2 * slots, maxLength: 2 * slots });
    const setting: Arbitrary<Setting> = fc.record({
      template: fc.constant(template),
      unconsented: few,
      withheld: fc.tuple(fc.constantFrom<readonly string[]>([], denied, fieldsOf(template)), few),
      disabled: few,
      sources: fc.constantFrom<readonly number[]>([], [], [], [0], [1]),
      attested: fc.oneof(fc.constant([...FURNISHERS]), fc.subarray([...FURNISHERS])),
    });
    return fc.tuple(setting, world, world);
  });

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
    assertForAll(150, CASES, async ([setting, world, other]) => {
      const twin = twinOf(setting, world, other);
      const [one, another] = await answersIn(setting, [world, twin], newIds());
      expect(another).toEqual(one);
    }),
  180_000,
);

test(
  'two worlds that differ only in values that consent hides give the governor and the furnishers the same explanations, evidence and replays of template queries',
  () =>
    assertForAll(60, CASES, async ([setting, world, other]) => {
      const ids = newIds();
      const twin = twinOf({ ...setting, disabled: [], sources: [] }, world, other);
      const [one, another] = await answersIn(setting, [world, twin], ids, readersOf(ids, setting));
      expect(another).toEqual(one);
      expect(unlikeReplays(one)).toEqual([]);
    }),
  180_000,
);

/** The first half of the slots is in the queried network, the others elsewhere. */
function twinOf(setting: Setting, world: readonly Slot[], other: readonly Slot[]): Slot[] {
  const slots = slotsOf(setting.template);
  return world.map((own, place) => {
    const slot = slots[place];
    const mayRead =
      slot !== undefined &&
      slotsOf(setting.template).some(
        ({ read, furnisher }) =>
          furnisher === slot.furnisher &&
          read.dataset === slot.read.dataset &&
          read.field === slot.read.field &&
          isOpen(setting, read.governedBy, furnisher),
      );
    return mayRead ? own : (other[place] ?? null);
  });
}

function isOpen(setting: Setting, field: string, furnisher: number): boolean {
  const { unconsented, withheld, disabled, sources } = setting;
  return (
    !unconsented.includes(field) &&
    !withheld[furnisher]?.includes(field) &&
    !disabled.includes(field) &&
    (sources.length === 0 || sources.includes(furnisher))
  );
}
