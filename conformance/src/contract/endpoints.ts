import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '@ndx/api';
import type { Method, Request } from '../http/request.js';

export interface Endpoint {
  readonly method: Method;
  /** The path as in the contract. */
  readonly path: string;
  /** Whether it has a JSON body. */
  readonly hasBody: boolean;
  /** Undefined for public operations, and for those of users. */
  readonly permission: string | undefined;
  /** Whether a valid token is enough, also of a person without an account. */
  readonly forUsers: boolean;
}

/** The operations of institutions; those of every service are for the operator of the system. */
const PUBLIC: readonly Endpoint[] = OPERATIONS.flatMap((operation) => {
  if (operation.visibility === 'internal' || operation.service === undefined) return [];
  const { method, path, permission, forUsers, request } = operation;
  return [{ method, path, permission, forUsers, hasBody: request.body !== undefined }];
});

/** Every operation that needs an account. Other rows check their responses. */
export const ENDPOINTS = PUBLIC.filter(({ permission }) => permission !== undefined);

export const FOR_USERS = PUBLIC.filter(({ forUsers }) => forUsers);

export const WITHOUT_TOKEN = PUBLIC.filter(
  ({ permission, forUsers }) => permission === undefined && !forUsers,
);

/** A request to the operation, with unknown ids. */
export function requestTo({ method, path }: Pick<Endpoint, 'method' | 'path'>): Request {
  return { method, path: path.replaceAll(/\{\w+\}/g, () => randomUUID()) };
}
