import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { RequestShapeError, type RequestPart } from './request-shape-error.js';

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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestShapeError(part, [], 'must be an object');
  }
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

function shapeError(
  part: RequestPart,
  parents: readonly string[],
  fault: ValidationError,
): RequestShapeError {
  const path = [...parents, fault.property];
  const [child] = fault.children ?? [];
  if (child) return shapeError(part, path, child);
  const [[rule, message] = ['', 'is not valid']] = Object.entries(fault.constraints ?? {});
  return new RequestShapeError(part, path, wording(rule, message, fault.property));
}

/** The path already names the field, so the message need not begin with it again. */
function wording(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'is not a known field';
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
