import { AuditLog } from '@ndx/audit';
import { ALL_TOPICS } from '@ndx/contracts';
import { BusServer, createBus, OutboxRelay, Transactions } from '@ndx/messaging';
import { publishContext } from '../events/publish-context.js';
import { HttpDirectDelivery } from '../events/http-direct-delivery.js';
import { ServiceClients } from '../http/service-clients.js';
import { PrincipalSigner } from '../principal/signed-principal.js';
import { auditSealOf, busOptions, peerAddresses, type Infrastructure } from './infrastructure.js';
import { letGoInTurn } from './let-go.js';
import type { ServiceMetrics } from './service-metrics.js';

/** A service's ways to the others: events out, events in, and calls. */
export interface Messaging {
  readonly transactions: Transactions;
  readonly relay: OutboxRelay;
  readonly server: BusServer;
  readonly clients: ServiceClients;
  readonly signer: PrincipalSigner;
  /** Once the relay has stopped, and nothing is consumed. */
  close(): Promise<void>;
}

export async function connectMessaging(
  infrastructure: Infrastructure,
  metrics: Pick<ServiceMetrics, 'messaging' | 'deliveries'>,
): Promise<Messaging> {
  const { config, dataSource, definition, logger } = infrastructure;
  const bus = createBus(busOptions(infrastructure));
  await bus.ensureTopics(ALL_TOPICS);
  const signer = new PrincipalSigner(config.PRINCIPAL_SECRET);
  const clients = new ServiceClients(peerAddresses(infrastructure));
  const log = new AuditLog(auditSealOf(infrastructure));
  const relay = new OutboxRelay({ dataSource, bus, logger, log });
  const server = new BusServer({
    ...{ bus, dataSource, logger },
    service: definition.name,
    metrics: metrics.messaging,
  });
  const transactions = new Transactions({
    dataSource,
    source: definition.name,
    context: publishContext,
    wake: () => {
      relay.wake();
    },
    deliver: new HttpDirectDelivery(definition.name, clients, signer, metrics.deliveries),
  });
  return {
    transactions,
    relay,
    server,
    clients,
    signer,
    close: () =>
      letGoInTurn(
        () => bus.close(),
        () => clients.close(),
      ),
  };
}
