import { denialsOf, partsOf, TEMPLATES, type Read, type Template } from '@ndx/catalog';
import fc, { type Arbitrary } from 'fast-check';
import {
  fieldsOf,
  FURNISHERS,
  slotsOf,
  type Part,
  type Setting,
  type Slot,
  type Terms,
} from './denied-templates.js';

/** Favours templates whose furnishers may deny a statement of the answer. */
const CONSUMERS = TEMPLATES.filter(({ subject }) => subject === 'consumer').map((template) => ({
  weight: denialsOf(template).length > 0 ? 4 : 1,
  arbitrary: fc.constant(template),
}));

const BUNDLES = TEMPLATES.filter((template) => partsOf(template).length > 0);

/** A setting and two worlds. */
type Case = readonly [Setting, readonly Slot[], readonly Slot[]];

export const CASES = casesOf(fc.oneof(...CONSUMERS));

export const CASES_OF_BUNDLES = casesOf(fc.constantFrom(...BUNDLES));

function casesOf(templates: Arbitrary<Template>): Arbitrary<Case> {
  return templates.chain((template) => {
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
      parts: fc
        .tuple(...partsOf(template).map((part) => fc.option(partOf(part), { freq: 2 })))
        .map((parts) => parts.filter((part) => part !== null)),
      attested: fc.oneof(fc.constant([...FURNISHERS]), fc.subarray([...FURNISHERS])),
    });
    return fc.tuple(setting, world, world);
  });
}

function partOf(template: Template): Arbitrary<Part> {
  const some = fc.subarray([...fieldsOf(template)], { maxLength: 1 });
  return fc.record({
    template: fc.constant(template),
    unconsented: some,
    withheld: fc.tuple(fc.constantFrom<readonly string[]>([], fieldsOf(template)), some),
    disabled: some,
    sources: fc.constantFrom<readonly number[]>([], [], [0], [1]),
    isEnded: fc.nat(2).map((n) => n === 0),
  });
}

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
    const mayRead = slot.reads.map((read) => isOpen(setting, read, slot.furnisher));
    if (!mayRead.includes(true)) return unlike;
    if (!own) return null;
    const variants = own.variants.map((variant, index) =>
      mayRead[index] ? variant : (unlike?.variants[index] ?? null),
    );
    // The records that a record replaced may be arbitrary.
    return { ...own, variants, earlier: unlike?.earlier ?? null };
  });
}

function isOpen(setting: Setting, { dataset, field, governedBy }: Read, furnisher: number) {
  const part = setting.parts.find(({ template }) => template.slug === dataset);
  return (
    opens(setting, governedBy, furnisher) &&
    (part === undefined || (!part.isEnded && opens(part, field, furnisher)))
  );
}

function opens(terms: Terms, field: string, furnisher: number): boolean {
  const { template, unconsented, withheld, disabled, sources } = terms;
  return (
    // Only a bundle returns some fields of its data sets, and a list of fields does not name them.
    fieldsOf(template).includes(field) &&
    !unconsented.includes(field) &&
    !withheld[furnisher]?.includes(field) &&
    !disabled.includes(field) &&
    (sources.length === 0 || sources.includes(furnisher))
  );
}
