import { deliverEvents } from '@ndx/api';
import type { StatefulServiceName } from '@ndx/contracts';
import type { DirectDelivery, EventEnvelope } from '@ndx/messaging';
import type { ServiceClients } from '../http/service-clients.js';
import type { DeliveryMetrics } from '@ndx/telemetry';
import { PRINCIPAL_HEADER, type PrincipalSigner } from '../principal/signed-principal.js';

/** Hands committed events to a subscriber over HTTP, in our own name (design 3). */
export class HttpDirectDelivery implements DirectDelivery {
  constructor(
    private readonly source: StatefulServiceName,
    private readonly clients: ServiceClients,
    private readonly signer: PrincipalSigner,
    private readonly metrics: DeliveryMetrics,
  ) {}

  async deliver(service: StatefulServiceName, events: readonly EventEnvelope[]): Promise<void> {
    const ourselves = this.signer.sign({ kind: 'service', service: this.source });
    try {
      await this.clients
        .to(service)
        .call(deliverEvents, { body: events }, { [PRINCIPAL_HEADER]: ourselves });
    } catch (error) {
      this.metrics.count(service, 'failed');
      throw error;
    }
    this.metrics.count(service, 'applied');
  }
}
