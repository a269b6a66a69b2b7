import { ADDRESS_FIELDS } from '../fields/address.js';
import { completeDateTime } from '../fields/date-time.js';
import { isObject } from '../fields/field-type-rule.js';
import type { Field } from '../fields/field.js';
import type { Model } from '../product.js';
import type { Section } from '../template.js';

type Values = Readonly<Record<string, unknown>>;

/** A section as a query returns it: every catalogue field, in catalogue order, null where absent. */
export function completeModel(model: Model, section: Partial<Section>): Section {
  return {
    assertions: complete(model.assertions, section.assertions ?? {}),
    data: complete(model.data, section.data ?? {}),
  };
}

/** Whether a section has any value; one without data is null in a result (design 9). */
export function holdsData({ assertions, data }: Section): boolean {
  return [...Object.values(assertions), ...Object.values(data)].some((value) => value !== null);
}

function complete(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = values[name] ?? null;
      if (type === 'address') return [name, completeAddress(value)];
      const isDateTime = type === 'date-time' && typeof value === 'string';
      return [name, isDateTime ? completeDateTime(value) : value];
    }),
  );
}

/** An address without any member is null. */
function completeAddress(value: unknown): Values | null {
  if (!isObject(value)) return null;
  const address = complete(ADDRESS_FIELDS, value);
  return Object.values(address).some((member) => member !== null) ? address : null;
}
