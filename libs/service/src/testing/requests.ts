import type { EventDeclaration, Principal, ServiceName } from '@ndx/contracts';
import { outgoingEvent } from '@ndx/messaging';
import type { ReadModelRow } from '@ndx/replication';
import { PRINCIPAL_HEADER, type SignedUser } from '../principal/signed-principal.js';
import { testSigner } from './principal-keys.js';

/** An account, a user, a service, or an unsigned caller. */
export type TestCaller = Principal | SignedUser | ServiceName | undefined;

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
}

export interface Requests {
  readonly url: string;
  /** Sends a request as the gateway does for a caller, or as a service does. */
  send(
    caller: TestCaller,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Sends a request and parses the response; an empty one is undefined. */
  call<Body = Record<string, unknown>>(
    ...request: Parameters<Requests['send']>
  ): Promise<Answer<Body>>;
  /**
   * Delivers events to the service like their writer, and waits until they are applied. Returns the
   * rows that rejected them.
   */
  deliver<P>(
    declaration: EventDeclaration<P>,
    ...payloads: NoInfer<P>[]
  ): Promise<readonly ReadModelRow[]>;
}

/** Requests to a service that is configured with `PRINCIPAL_VARIABLES`. */
export function requestsTo(url: string): Requests {
  const send: Requests['send'] = (caller, method, path, body, headers) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        // A kept connection can be closed at the moment of the next request, when a pause of the test
        // process delays the timer that closes it before the service does.
        connection: 'close',
        ...(caller !== undefined && { [PRINCIPAL_HEADER]: signed(caller) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    url,
    send,
    async call<Body>(...request: Parameters<Requests['send']>): Promise<Answer<Body>> {
      const response = await send(...request);
      const text = await response.text();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      return { status: response.status, body: body as Body };
    },
    async deliver(declaration, ...payloads) {
      const events = payloads.map((payload) => outgoingEvent(declaration, payload, {}).envelope);
      const response = await send(declaration.source, 'POST', '/internal/events', events);
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text === '' ? [] : (JSON.parse(text) as { rows: ReadModelRow[] }).rows;
    },
  };
}

function signed(caller: Exclude<TestCaller, undefined>) {
  if (typeof caller === 'string') return testSigner(caller).ourselves();
  const gateway = testSigner('gateway');
  return 'subject' in caller ? gateway.signUser(caller) : gateway.sign(caller);
}
