import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '@ndx/api';
import type { Method, Request } from '../http/request.js';

export interface Endpoint {
  readonly method: Method;
  /** The path as in the contract. */
  readonly path: string;
  /** Whether it has a JSON body. */
  readonly hasBody: boolean;
  /** Undefined for public operations. */
  readonly permission: string | undefined;
}

/** The operations of institutions; those of every service are for the operator of the system. */
const PUBLIC: readonly Endpoint[] = OPERATIONS.flatMap((operation) => {
  if (operation.visibility === 'internal' || operation.service === undefined) return [];
  const { method, path, permission, request } = operation;
  return [{ method, path, permission, hasBody: request.body !== undefined }];
});

/** Every operation that needs a token. Other rows check their responses. */
export const ENDPOINTS = PUBLIC.filter(({ permission }) => permission !== undefined);

export const WITHOUT_TOKEN = PUBLIC.filter(({ permission }) => permission === undefined);

/** A request to the operation, with unknown ids. */
export function requestTo({ method, path }: Pick<Endpoint, 'method' | 'path'>): Request {
  return { method, path: path.replaceAll(/\{\w+\}/g, () => randomUUID()) };
}
