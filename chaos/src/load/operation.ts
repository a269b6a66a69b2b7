import type { DemoInstitution } from '@ndx/tools/network/demo-network';
import type { Answer, Request } from '../system/caller.js';
import type { Kind } from './kinds.js';

/** One operation of an institution. */
export interface Operation {
  readonly kind: Kind;
  readonly by: DemoInstitution;
  /** The idempotency key of its retries. */
  readonly key: string;
  readonly request: Request;
  /** The id of its row, from the response of an executed operation. */
  readonly idIn: (answer: Answer) => string;
}

/** The request under the operation's key, so that retries have one effect. */
export function keyedRequest({ request, key }: Pick<Operation, 'request' | 'key'>): Request {
  return { ...request, headers: { ...request.headers, 'idempotency-key': key } };
}
