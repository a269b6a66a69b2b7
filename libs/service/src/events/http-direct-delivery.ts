import { deliverEvents } from '@ndx/api';
import { DELIVERY_BYTES, jsonBytes, type StatefulServiceName } from '@ndx/contracts';
import type { EventEnvelope } from '@ndx/messaging';
import type { DeliveryClient, ReadModelRow } from '@ndx/replication';
import type { ServiceClients } from '../http/service-clients.js';
import type { DeliveryMetrics } from '@ndx/telemetry';
import { PRINCIPAL_HEADER, type PrincipalSigner } from '../principal/signed-principal.js';

/** Delivers committed events to a subscriber over HTTP, as this service itself (design 3). */
export class HttpDirectDelivery implements DeliveryClient {
  constructor(
    private readonly clients: ServiceClients,
    private readonly signer: PrincipalSigner,
    private readonly metrics: DeliveryMetrics,
  ) {}

  async deliver(
    service: StatefulServiceName,
    events: readonly EventEnvelope[],
  ): Promise<readonly ReadModelRow[]> {
    const headers = { [PRINCIPAL_HEADER]: this.signer.ourselves() };
    for (const part of partsOf(events)) {
      const rows = await this.call(service, part, headers);
      this.metrics.count(service, rows.length === 0 ? 'applied' : 'overtaken');
      // The caller delivers all of them again: an event must not overtake another one of its key.
      if (rows.length > 0) return rows;
    }
    return [];
  }

  private async call(
    service: StatefulServiceName,
    events: readonly EventEnvelope[],
    headers: Record<string, string>,
  ): Promise<readonly ReadModelRow[]> {
    try {
      const client = this.clients.to(service);
      return (await client.call(deliverEvents, { body: events }, headers))?.rows ?? [];
    } catch (error) {
      this.metrics.count(service, 'failed');
      throw error;
    }
  }
}

/** The events in order, in as few requests as their size permits (replication 3). */
function partsOf(events: readonly EventEnvelope[]): EventEnvelope[][] {
  const parts: EventEnvelope[][] = [];
  let bytes = Infinity;
  for (const event of events) {
    const own = jsonBytes(event) + 1;
    bytes += own;
    if (bytes < DELIVERY_BYTES) parts.at(-1)?.push(event);
    else {
      parts.push([event]);
      bytes = own + 1;
    }
  }
  return parts;
}
