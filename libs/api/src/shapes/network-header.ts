import type { JsonSchema } from '@ndx/catalog';
import { NETWORK_HEADER } from '@ndx/contracts';
import { isUUID } from 'class-validator';
import type { HeaderShape } from '../operation/operation.js';
import { RequestShapeError } from './request-shape-error.js';
import { uuid } from './wire.js';

/** The header with the network of a template request (design 8). */
export function networkHeader(words: JsonSchema = {}): HeaderShape<string | undefined> {
  return { schema: { ...uuid, ...words }, read: networkFrom };
}

/**
 * The network in the header of a template request, if any (design 8). Ids are compared as text, so
 * it is converted to the form of Postgres.
 * @throws RequestShapeError when it is not an id
 */
function networkFrom(header: string | undefined): string | undefined {
  if (header === undefined || isUUID(header)) return header?.toLowerCase();
  throw new RequestShapeError('header', [NETWORK_HEADER], 'must be a UUID');
}
