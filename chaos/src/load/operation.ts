import type { DemoInstitution } from '@ndx/tools/network/demo-network';
import type { Answer, Request } from '../system/caller.js';
import type { Kind } from './kinds.js';

/** One thing that an institution wants done, once. */
export interface Operation {
  readonly kind: Kind;
  readonly by: DemoInstitution;
  /** Names the operation when it is asked for again. */
  readonly key: string;
  readonly request: Request;
  /** What it left, by the id that its trace has: from the answer of one that was done. */
  readonly idIn: (answer: Answer) => string;
}

/** The request under the operation's key, so that it is done once however often it is sent. */
export function keyedRequest({ request, key }: Pick<Operation, 'request' | 'key'>): Request {
  return { ...request, headers: { ...request.headers, 'idempotency-key': key } };
}
