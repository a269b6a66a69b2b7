import { isObject } from '@ndx/catalog';
import { validateSync, type ValidationError } from 'class-validator';
import { isAsSent, readShape, UndeclaredMember, type ShapeClass } from './read-shape.js';
import { RequestShapeError, type RequestPart } from './request-shape-error.js';

/**
 * Validates a request part against a class-validator class and returns an instance of it. Unknown
 * fields are rejected, so that a misspelt one does not silently widen a query or lose furnished
 * data (design 11).
 * @throws RequestShapeError for the first fault
 */
export function validateShape<T extends object>(
  part: RequestPart,
  shape: ShapeClass<T>,
  value: unknown,
): T {
  if (!isObject(value)) throw new RequestShapeError(part, [], 'must be an object');
  const reserved = reservedPath(value, (name) => isAsSent(shape, name));
  if (reserved) throw new RequestShapeError(part, reserved, 'is a reserved name');
  const instance = readShape(shape, value);
  if (instance instanceof UndeclaredMember) {
    throw new RequestShapeError(part, instance.path, instance.message);
  }
  const [fault] = validateSync(instance, { forbidUnknownValues: true, stopAtFirstError: true });
  if (fault) throw shapeError(part, [], fault);
  return instance;
}

/**
 * The path of a member with an inherited name, such as `constructor`: the validation library would
 * confuse it with the class. The path is built only when there is one.
 */
function reservedPath(
  value: object,
  isExempt: (name: string) => boolean = () => false,
): string[] | undefined {
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (name in Object.prototype) return [name];
    if (typeof member !== 'object' || member === null || isExempt(name)) continue;
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
  const index = faultyIndex(fault);
  return new RequestShapeError(
    part,
    index === undefined ? path : [...path, String(index)],
    wording(fault),
  );
}

const EACH_VALUE = 'each value in';

/** The first item that a rule for each item rejects; undefined for a rule about the list. */
function faultyIndex({ constraints = {}, property, value, target }: ValidationError) {
  const [rule, message] = Object.entries(constraints)[0] ?? [];
  if (!rule || !message?.startsWith(EACH_VALUE) || !Array.isArray(value) || !target)
    return undefined;
  const isRefused = (items: readonly unknown[]) => {
    const copy = Object.create(Object.getPrototypeOf(target) as object) as object;
    Object.assign(copy, target, { [property]: items });
    const faults = validateSync(copy, { forbidUnknownValues: true });
    return faults.some((fault) => fault.property === property && rule in (fault.constraints ?? {}));
  };
  let [from, to] = [0, value.length];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (isRefused(value.slice(from, middle))) to = middle;
    else from = middle;
  }
  return from;
}

/** The path already names the field, so it is removed from the message. */
function wording({ constraints = {}, property, value }: ValidationError): string {
  const [[rule, message] = ['', 'is not valid']] = Object.entries(constraints);
  if (value === undefined) return 'is required';
  if (rule === 'nestedValidation') return 'must be an object';
  if (message.startsWith(`${property} `)) return message.slice(property.length + 1);
  return message.replace(`${EACH_VALUE} ${property} `, '');
}
