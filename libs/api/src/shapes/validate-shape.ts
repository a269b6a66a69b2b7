import { isObject } from '@ndx/catalog';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { RequestShapeError, type RequestPart } from './request-shape-error.js';
import { AS_SENT } from './shapes.js';

export type ShapeClass<T extends object> = new () => T;

/**
 * Checks a request part against a class-validator class and returns an instance of it. Unknown
 * fields are refused: a misspelt one must not silently widen a query or lose furnished data
 * (design 11).
 * @throws RequestShapeError for the first fault
 */
export function validateShape<T extends object>(
  part: RequestPart,
  shape: ShapeClass<T>,
  value: unknown,
): T {
  if (!isObject(value)) throw new RequestShapeError(part, [], 'must be an object');
  const isAsSent = (name: string) => Reflect.hasMetadata(AS_SENT, shape.prototype as object, name);
  const reserved = reservedPath(value, isAsSent);
  if (reserved) throw new RequestShapeError(part, reserved, 'is a reserved name');
  const instance = plainToInstance(shape, value);
  const [fault] = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
  });
  if (fault) throw shapeError(part, [], fault);
  return instance;
}

/**
 * Where a member bears the name of something that every object has, such as `constructor`:
 * class-transformer leaves such a member out, unseen. A path is made only once there is one.
 */
function reservedPath(
  value: object,
  isAsSent: (name: string) => boolean = () => false,
): string[] | undefined {
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (name in Object.prototype) return [name];
    if (typeof member !== 'object' || member === null || isAsSent(name)) continue;
    const path = reservedPath(member);
    if (path) return [name, ...path];
  }
  return undefined;
}

function shapeError(
  part: RequestPart,
  parents: readonly string[],
  fault: ValidationError,
): RequestShapeError {
  const path = [...parents, fault.property];
  const [child] = fault.children ?? [];
  if (child) return shapeError(part, path, child);
  return new RequestShapeError(part, path, wording(fault));
}

/** The path already names the field, so the message need not begin with it again. */
function wording({ constraints = {}, property, value }: ValidationError): string {
  const [[rule, message] = ['', 'is not valid']] = Object.entries(constraints);
  if (rule === 'whitelistValidation') return 'is not a known field';
  if (value === undefined) return 'is required';
  if (message.startsWith(`${property} `)) return message.slice(property.length + 1);
  return message.replace(`each value in ${property} `, 'each value ');
}
