import type { JsonSchema } from '@ndx/catalog';
import { NETWORK_HEADER } from '@ndx/contracts';
import { isUUID } from 'class-validator';
import type { HeaderShape } from '../operation/operation.js';
import { RequestShapeError } from './request-shape-error.js';
import { uuid } from './wire.js';

/** The header by which a template request names its network (design 8). */
export function networkHeader(words: JsonSchema = {}): HeaderShape<string | undefined> {
  return { schema: { ...uuid, ...words }, read: networkFrom };
}

/**
 * The network that a template request names in its header, if any (design 8). Ids are compared as
 * text, so it is read as Postgres writes it.
 * @throws RequestShapeError when it is no id
 */
function networkFrom(header: string | undefined): string | undefined {
  if (header === undefined || isUUID(header)) return header?.toLowerCase();
  throw new RequestShapeError('header', [NETWORK_HEADER], 'must be a UUID');
}
