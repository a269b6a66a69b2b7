import { denialsOf, TEMPLATES } from '@ndx/catalog';
import fc, { type Arbitrary } from 'fast-check';
import { fieldsOf, FURNISHERS, slotsOf, type Setting, type Slot } from './denied-templates.js';

/** Favours templates whose furnishers may deny a statement of the answer. */
const CONSUMERS = TEMPLATES.filter(({ subject }) => subject === 'consumer').map((template) => ({
  weight: denialsOf(template).length > 0 ? 4 : 1,
  arbitrary: fc.constant(template),
}));

/** A setting and two worlds. */
export const CASES: Arbitrary<readonly [Setting, readonly Slot[], readonly Slot[]]> = fc
  .oneof(...CONSUMERS)
  .chain((template) => {
    // Most outputs are required: when many are closed every answer is the same 204.
    const few = fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray([...fieldsOf(template)], { maxLength: 2 }) },
    );
    const denied = denialsOf(template).map(({ governedBy }) => governedBy);
    const slots = slotsOf(template);
    const variants = (length: number) => {
      const variant = fc.option(fc.nat(1), { freq: 24 });
      return fc.array(variant, { minLength: length, maxLength: length });
    };
    const slot = (length: number): Arbitrary<Slot> =>
      fc.option(
        fc.record({
          daysAgo: fc.integer({ min: 1, max: 2 }),
          variants: variants(length),
          earlier: fc.option(variants(length)),
        }),
        { freq: 8 },
      );
    const world = fc.tuple(...[...slots, ...slots].map(({ reads }) => slot(reads.length)));
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

/**
 * A world with this world's readable values, and the other world's unreadable values and records.
 * The record of a furnisher is known if one of its fields may be read. The first half of the slots
 * is in the queried network, the others elsewhere.
 */
export function twinOf(setting: Setting, world: readonly Slot[], other: readonly Slot[]): Slot[] {
  const slots = slotsOf(setting.template);
  return world.map((own, place) => {
    const slot = slots[place];
    const unlike = other[place] ?? null;
    if (!slot) return unlike;
    const mayRead = slot.reads.map(({ governedBy }) => isOpen(setting, governedBy, slot.furnisher));
    if (!mayRead.includes(true)) return unlike;
    if (!own) return null;
    const variants = own.variants.map((variant, index) =>
      mayRead[index] ? variant : (unlike?.variants[index] ?? null),
    );
    // The records that a record replaced may be arbitrary.
    return { ...own, variants, earlier: unlike?.earlier ?? null };
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
