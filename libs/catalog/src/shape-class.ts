import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { faultOf } from './fields/field-fault.js';
import type { Field } from './fields/field.js';
import { memberShape, type ObjectShape } from './fields/object-shape.js';

/** An instance holds exactly what was sent: nothing is converted. */
export type Shape = Readonly<Record<string, unknown>>;

/** A class that class-transformer instantiates and class-validator checks. */
export type ShapeClass = new () => Shape;

/** The class of an object of this shape, as if it were written by hand; each call makes a new one. */
export function shapeClass(object: ObjectShape): ShapeClass {
  const shape = class {
    readonly [field: string]: unknown;
  };
  Object.defineProperty(shape, 'name', { value: object.title });
  for (const field of object.fields) {
    check(field)(shape.prototype, field.name);
    const nested = memberShape(object, field);
    if (nested) {
      const member = shapeClass(nested);
      Type(() => member)(shape.prototype, field.name);
      ValidateNested()(shape.prototype, field.name);
      // Null has no members to be checked.
      if (field.nullable) ValidateIf((_, value) => value !== null)(shape.prototype, field.name);
    }
  }
  return shape;
}

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
