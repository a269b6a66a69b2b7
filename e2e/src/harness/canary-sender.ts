import { newId, SERVICE_NAMES } from '@ndx/contracts';
import { eventually, newTrace } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { expect } from '@jest/globals';
import { FURNISH } from './business.js';
import type { CanarySet } from './canary.js';
import { requestsAbout } from './canary-subjects.js';
import type { Exchange, RawRequest } from './exchange.js';
import { InterfaceDocument } from './interface-document.js';
import { forEachOperation, type anOwnNetwork } from './own-network.js';
import { plantedRequests } from './planted-requests.js';

/** The response that a rejected caller gets. */
interface Refusal {
  readonly request: string;
  readonly text: string;
}

/** An operation of each service. */
const ONE_OF_EACH = [
  ['GET', '/v1/networks'],
  ['GET', '/v1/products'],
  ['GET', '/v1/institution-attestation'],
  ['GET', `/v1/consent/consumer/${newId()}`],
  ['GET', '/v1/query-events'],
  ['POST', FURNISH],
] as const;

/** Sends requests with planted secrets, and keeps the responses in which a secret could be shown. */
export class CanarySender {
  readonly refusals: Refusal[] = [];
  readonly statuses = new Set<number>();

  constructor(private readonly exchange: Exchange) {}

  /**
   * Sends the requests about a subject, with secrets in their proper places.
   * @param isAwaited at least one response has such a status
   */
  async plantRight(canaries: CanarySet, isAwaited: (status: number) => boolean): Promise<void> {
    const requests = requestsAbout(this.exchange, canaries);
    const answered = await Promise.all(
      requests.map(async ({ by, method, path, body, headers = {} }) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const token = await this.exchange.tokenOf(by);
        return this.send(token, { method, path, headers, body: text });
      }),
    );
    expect(answered.filter(isAwaited).length).toBeGreaterThan(0);
  }

  /** Sends each operation with secrets and a token in every other place, as a member of a network. */
  async plantStray(
    { member, knownIds }: Awaited<ReturnType<typeof anOwnNetwork>>,
    stray: CanarySet,
    token: string,
  ): Promise<void> {
    const { operations } = await InterfaceDocument.read();
    const own = await member.token();
    const planted = new Map(plantedRequests(operations, knownIds, stray, token));
    await forEachOperation(operations, async (operation) => {
      for (const request of planted.get(operation) ?? []) await this.send(own, request);
    });
    for (const authorization of [token, `Basic ${token}`, `bearer ${token}`, `Bearer  ${token}`]) {
      await this.send(own, { method: 'GET', path: '/v1/products', headers: { authorization } });
    }
  }

  /** Every process exports its spans in order: after a new one, all earlier ones have arrived. */
  async tracesSent(): Promise<void> {
    const { traceId, traceparent } = newTrace();
    const token = await this.exchange.tokenOf(OPERATOR);
    await Promise.all(
      ONE_OF_EACH.map(([method, path]) => {
        const body = method === 'POST' ? '{}' : undefined;
        return this.send(token, { method, path, headers: { traceparent }, body });
      }),
    );
    await eventually(() => {
      const spans = this.exchange.traces.of(traceId);
      const senders = new Set(spans.map(({ service }) => service));
      expect([...senders].sort()).toEqual([...SERVICE_NAMES].sort());
    });
  }

  private async send(token: string, request: RawRequest): Promise<number> {
    const { status, headers, text } = await this.exchange.send(token, request);
    this.statuses.add(status);
    const refused = status >= 400 ? text : faultsIn(text);
    this.refusals.push({
      request: `${request.method} ${request.path} ${status}`,
      text: `${JSON.stringify([...headers])} ${refused}`,
    });
    return status;
  }
}

/** The faults of rejected records in the response to a furnish request. */
function faultsIn(text: string): string {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  const hasResults = typeof body === 'object' && body !== null && 'results' in body;
  if (!hasResults || !Array.isArray(body.results)) return '';
  const results = body.results as readonly { readonly errors?: unknown }[];
  return JSON.stringify(results.map(({ errors }) => errors));
}
