import { faultOf } from './field-fault.js';
import { isObject } from './field-type-rule.js';
import type { Field } from './field.js';
import { memberShape, type ObjectShape } from './object-shape.js';

/** The fault of an object, with its path. */
export interface ShapeFault {
  readonly path: readonly string[];
  /** Continues "<path>: ..." (contract 7.4). */
  readonly message: string;
}

/** A shape prepared for validation, because a request may have hundreds of such objects. */
interface Members {
  readonly names: ReadonlySet<string>;
  readonly fields: readonly (readonly [field: Field, nested: ObjectShape | undefined])[];
}

/**
 * The faults of an object of a shape: unknown fields first, then invalid ones in the order of
 * declaration. Unknown fields are rejected so that a misspelt one does not silently lose furnished
 * data (design 11).
 */
export function* shapeFaults(
  shape: ObjectShape,
  values: Readonly<Record<string, unknown>>,
): Generator<ShapeFault, void> {
  const { names, fields } = membersOf(shape);
  for (const name of Object.keys(values)) {
    if (!names.has(name)) yield { path: [name], message: 'is not a known field' };
  }
  for (const [field, nested] of fields) {
    const value = values[field.name];
    const message = faultOf(field, value);
    if (message !== undefined) yield { path: [field.name], message };
    else if (nested && isObject(value)) {
      for (const fault of shapeFaults(nested, value)) {
        yield { ...fault, path: [field.name, ...fault.path] };
      }
    }
  }
}

/** The first fault of an object of a shape, or undefined. */
export function shapeFault(
  shape: ObjectShape,
  values: Readonly<Record<string, unknown>>,
): ShapeFault | undefined {
  const [fault] = shapeFaults(shape, values);
  return fault;
}

/** Takes a prepared shape, so that checking many objects builds it once. */
const known = new WeakMap<ObjectShape, Members>();

function membersOf(shape: ObjectShape): Members {
  const made = known.get(shape) ?? {
    names: new Set(shape.fields.map(({ name }) => name)),
    fields: shape.fields.map((field) => [field, memberShape(shape, field)] as const),
  };
  known.set(shape, made);
  return made;
}
