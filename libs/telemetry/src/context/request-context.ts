import { AsyncLocalStorage } from 'node:async_hooks';

/** Why a request was rejected. */
export interface Rejection {
  /** A word of a declared set. */
  readonly reason: string;
  /** The error code of the response. */
  readonly code?: string | undefined;
  /** A claim of the caller's token, cut and without secrets. */
  readonly found?: string | undefined;
}

/** The context of a request in logs, events and calls to other services. */
export interface RequestContext {
  readonly requestId: string;
  readonly traceparent?: string;
  /** The account of the request. */
  readonly accountId?: string;
  /** The institution of that account. */
  readonly entityId?: string;
  /** The signed principal, as received, to pass on to `/internal` routes. */
  readonly principalHeader?: string;
  /** The reason for its rejection, for the access log. */
  readonly rejection?: Rejection;
  /** Its place among the requests in flight. */
  readonly place?: number | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` in the context of a request. */
export function inRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The current request, or an empty object outside of one (a consumer, a job). */
export function currentContext(): Partial<RequestContext> {
  return storage.getStore() ?? {};
}
