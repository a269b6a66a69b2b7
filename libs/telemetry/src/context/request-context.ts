import { AsyncLocalStorage } from 'node:async_hooks';

/** What travels with a request through logs, events and calls to other services. */
export interface RequestContext {
  readonly requestId: string;
  readonly traceparent?: string;
  /** The account that it acts for. */
  readonly accountId?: string;
  /** The institution of that account. */
  readonly entityId?: string;
  /** The signed caller, as received, to be passed on to `/internal` routes. */
  readonly principalHeader?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` in the context of a request. */
export function inRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The request that is being served, or an empty object outside of one (a consumer, a job). */
export function currentContext(): Partial<RequestContext> {
  return storage.getStore() ?? {};
}
