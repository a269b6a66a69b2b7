import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '@ndx/api';
import type { Method, Request } from '../http/request.js';

export interface Endpoint {
  readonly method: Method;
  /** As the contract writes it. */
  readonly path: string;
  /** Whether it takes a JSON body. */
  readonly hasBody: boolean;
  /** Undefined where no token is needed. */
  readonly permission: string | undefined;
}

const PUBLIC: readonly Endpoint[] = OPERATIONS.flatMap((operation) => {
  if (operation.visibility === 'internal') return [];
  const { method, path, permission, request } = operation;
  return [{ method, path, permission, hasBody: request.body !== undefined }];
});

/** Every operation that needs a token. What each one answers is the contract's, row by row. */
export const ENDPOINTS = PUBLIC.filter(({ permission }) => permission !== undefined);

export const WITHOUT_TOKEN = PUBLIC.filter(({ permission }) => permission === undefined);

/** A request to the operation, with ids that nothing has. */
export function requestTo({ method, path }: Pick<Endpoint, 'method' | 'path'>): Request {
  return { method, path: path.replaceAll(/\{\w+\}/g, () => randomUUID()) };
}
