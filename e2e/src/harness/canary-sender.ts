import { newId, SERVICE_NAMES } from '@ndx/contracts';
import { eventually, newTrace } from '@ndx/testing';
import { OPERATOR, type DemoInstitution } from '@ndx/tools/network/demo-network';
import { expect } from '@jest/globals';
import { FURNISH } from './business.js';
import type { CanarySet } from './canary.js';
import { requestsAbout } from './canary-subjects.js';
import type { Exchange } from './exchange.js';
import { faultsIn } from './furnish-faults.js';
import { InterfaceDocument } from './interface-document.js';
import { anOwnNetwork, membershipsLast } from './own-network.js';
import { plantedRequests, type PlantedRequest } from './planted-requests.js';

const AT_ONCE = 8;

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
        return this.send(by, { method, path, headers, body: text });
      }),
    );
    expect(answered.filter(isAwaited).length).toBeGreaterThan(0);
  }

  /** Sends each operation with secrets and a token in every other place. */
  async plantStray(stray: CanarySet, token: string): Promise<void> {
    const { operations } = await InterfaceDocument.read();
    const knownIds = await anOwnNetwork(this.exchange);
    for (const operation of membershipsLast(operations)) {
      const requests = [...plantedRequests(operation, knownIds, stray, token)];
      const work = Array.from({ length: AT_ONCE }, async () => {
        for (let next = requests.shift(); next; next = requests.shift()) {
          await this.send(OPERATOR, next);
        }
      });
      await Promise.all(work);
    }
    for (const authorization of [token, `Basic ${token}`, `bearer ${token}`, `Bearer  ${token}`]) {
      const headers = { authorization };
      await this.send(OPERATOR, { method: 'GET', path: '/v1/products', headers, body: undefined });
    }
  }

  /** Every process exports its spans in order: after a new one, all earlier ones have arrived. */
  async tracesSent(): Promise<void> {
    const { traceId, traceparent } = newTrace();
    await Promise.all(
      ONE_OF_EACH.map(([method, path]) => {
        const body = method === 'POST' ? '{}' : undefined;
        return this.send(OPERATOR, { method, path, headers: { traceparent }, body });
      }),
    );
    await eventually(() => {
      const spans = this.exchange.traces.of(traceId);
      const senders = new Set(spans.map(({ service }) => service));
      expect([...senders].sort()).toEqual([...SERVICE_NAMES].sort());
    });
  }

  private async send(
    by: DemoInstitution,
    { method, path, headers, body }: PlantedRequest,
  ): Promise<number> {
    const response = await fetch(new URL(path, this.exchange.url), {
      method,
      headers: {
        authorization: `Bearer ${await this.exchange.tokenOf(by)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    const text = await response.text();
    this.statuses.add(status);
    const refused = status >= 400 ? text : faultsIn(text);
    const headerText = JSON.stringify([...response.headers]);
    this.refusals.push({
      request: `${method} ${path} ${status}`,
      text: `${headerText} ${refused}`,
    });
    return status;
  }
}
