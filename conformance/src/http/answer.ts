import type { Request } from './request.js';

/** The response to a request. */
export interface Answer {
  readonly request: Request;
  /** The `X-Request-Id` that was sent with it. */
  readonly requestId: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined for an empty body, or one that is not JSON. */
  readonly body: unknown;
}

/** The member of a response's body, or of any object; undefined when absent. */
export function memberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
}

/** A member that must be a text. @throws Error naming it otherwise */
export function textIn(value: unknown, ...path: readonly (string | number)[]): string {
  const found = memberOf(value, ...path);
  if (typeof found === 'string') return found;
  throw new Error(`there is no text at ${path.join('.')} in ${JSON.stringify(value)}`);
}

/** An array, or a member that must be one. @throws Error naming it otherwise */
export function listIn(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = memberOf(value, ...path);
  if (Array.isArray(found)) return found;
  throw new Error(`there is no list at ${path.join('.') || 'the top'} in ${JSON.stringify(value)}`);
}
