import { deliverEvents } from '@ndx/api';
import type { EventEnvelope } from '@ndx/messaging';
import { startStandIn, type TestHttpServer } from '@ndx/testing';

/** A service to which events are delivered directly, reduced to that one route. */
export interface Subscriber extends TestHttpServer {
  /** The payloads that arrived, each delivery an array. */
  readonly deliveries: readonly (readonly Record<string, unknown>[])[];
  /** The events that arrived, in order. */
  readonly envelopes: readonly EventEnvelope[];
  /** Refuses every delivery with this status from now on; undefined: takes them again. */
  failWith(status: number | undefined): void;
}

export async function startSubscriber(): Promise<Subscriber> {
  const standIn = await startStandIn({ [deliverEvents.path]: () => undefined });
  const received = () => standIn.calls.map(({ body }) => body as readonly EventEnvelope[]);
  return {
    url: standIn.url,
    get envelopes() {
      return received().flat();
    },
    get deliveries() {
      return received().map((delivery) =>
        delivery.map(({ data }) => JSON.parse(data) as Record<string, unknown>),
      );
    },
    failWith: (status) => standIn.failWith(status),
    stop: () => standIn.stop(),
  };
}
