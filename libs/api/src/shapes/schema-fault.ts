import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { RequestShapeError, type RequestPart } from './request-shape-error.js';

/** The path and the reason of a schema violation. */
export interface SchemaFault {
  readonly path: readonly string[];
  readonly message: string;
}

type Validator = ReturnType<typeof Compile<TSchema>>;

const validators = new WeakMap<TSchema, Validator>();

/** The deepest fault of a value, undefined for a valid one. The schema is compiled once. */
export function schemaFault(schema: TSchema, value: unknown): SchemaFault | undefined {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  if (validator.Check(value)) return undefined;
  const faults = validator.Errors(value).map(({ instancePath, message }) => ({
    path: instancePath.split('/').slice(1),
    message,
  }));
  // Each branch of a union reports its own fault; the deepest one belongs to the intended branch.
  return faults.reduce((deepest, fault) =>
    fault.path.length > deepest.path.length ? fault : deepest,
  );
}

/** @throws RequestShapeError for the deepest fault */
export function validateSchema(part: RequestPart, schema: TSchema, value: unknown): unknown {
  const fault = schemaFault(schema, value);
  if (fault) throw new RequestShapeError(part, fault.path, fault.message);
  return value;
}
