import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { ADDRESS_FIELDS } from './fields/address.js';
import { faultOf } from './fields/field-fault.js';
import type { Field } from './fields/field.js';

/** An instance holds exactly what was sent: nothing is converted. */
export type Shape = Readonly<Record<string, unknown>>;

/** A class that class-transformer instantiates and class-validator checks. */
export type ShapeClass = new () => Shape;

/**
 * The class of an object with these fields, as if it were written by hand; each call makes a new
 * one. `members` are the shapes of the fields that are objects.
 */
export function shapeClass(
  name: string,
  fields: readonly Field[],
  members: Readonly<Record<string, ShapeClass>> = {},
): ShapeClass {
  const shape = class {
    readonly [field: string]: unknown;
  };
  Object.defineProperty(shape, 'name', { value: name });
  for (const field of fields) {
    check(field)(shape.prototype, field.name);
    const member = members[field.name] ?? (field.type === 'address' ? Address : undefined);
    if (member) {
      Type(() => member)(shape.prototype, field.name);
      ValidateNested()(shape.prototype, field.name);
      // Null has no members to be checked.
      if (field.nullable) ValidateIf((_, value) => value !== null)(shape.prototype, field.name);
    }
  }
  return shape;
}

const Address = shapeClass('address', ADDRESS_FIELDS);

/** One constraint per field, whose message does not repeat the field's name (contract 7.4). */
function check(field: Field): PropertyDecorator {
  return ValidateBy({
    name: field.type,
    validator: {
      validate: (value: unknown) => faultOf(field, value) === undefined,
      defaultMessage: (args) => faultOf(field, args?.value) ?? '',
    },
  });
}
