import { NETWORK_HEADER } from '@ndx/contracts';
import { isUUID } from 'class-validator';
import { RequestShapeError } from './request-shape-error.js';

/**
 * The network that a template request names in its header, if any (design 8). Ids are compared as
 * text, so it is read as Postgres writes it.
 * @throws RequestShapeError when it is no id
 */
export function networkFrom(header: string | undefined): string | undefined {
  if (header === undefined || isUUID(header)) return header?.toLowerCase();
  throw new RequestShapeError('header', [NETWORK_HEADER], 'must be a UUID');
}
