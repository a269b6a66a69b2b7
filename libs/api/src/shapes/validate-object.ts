import { isObject, shapeFault, type ObjectShape } from '@ndx/catalog';
import { RequestShapeError, type RequestPart } from './request-shape-error.js';

/**
 * Validates a request part against a shape of the catalogue and returns it unchanged; classes are
 * validated by `validateShape`.
 * @throws RequestShapeError for the first fault
 */
export function validateObject(
  part: RequestPart,
  shape: ObjectShape,
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new RequestShapeError(part, [], 'must be an object');
  const fault = shapeFault(shape, value);
  if (fault) throw new RequestShapeError(part, fault.path, fault.message);
  return value;
}
