import { confirmReadModels, deliverEvents } from '@ndx/api';
import type { EventEnvelope } from '@ndx/messaging';
import { startStandIn, type StandInRoutes, type TestHttpServer } from '@ndx/testing';

/** A stand-in for a service with direct delivery. */
export interface Subscriber extends TestHttpServer {
  /** The payloads received, one array for each delivery. */
  readonly deliveries: readonly (readonly Record<string, unknown>[])[];
  /** The events received, in order. */
  readonly envelopes: readonly EventEnvelope[];
  /** Rejects every delivery with this status; undefined: accepts them again. */
  failWith(status: number | undefined): void;
}

/** @param routes further operations of the service */
export async function startSubscriber(routes: StandInRoutes = {}): Promise<Subscriber> {
  const standIn = await startStandIn({
    ...routes,
    [deliverEvents.path]: () => undefined,
    [confirmReadModels.path]: () => undefined,
  });
  const received = () =>
    standIn.calls
      .filter(({ path }) => path === deliverEvents.path)
      .map(({ body }) => body as readonly EventEnvelope[]);
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
