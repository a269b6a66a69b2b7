import { BusServer, createBus, OutboxRelay, Transactions, type EventBus } from '@ndx/messaging';
import { writeRefusalOf } from '@ndx/postgres';
import { Reconciliation, DeliveryUntilApplied, eventSequence } from '@ndx/replication';
import { DataSource } from 'typeorm';
import {
  auditLogOf,
  busOptions,
  peerAddresses,
  type ServiceSettings,
} from '../definition/infrastructure.js';
import type { ServiceMetrics } from './service-metrics.js';
import { BUS, METRICS, SETTINGS } from '../definition/tokens.js';
import { HttpDirectDelivery } from '../events/http-direct-delivery.js';
import { publishContext } from '../events/publish-context.js';
import { NetworkMembers } from '../http/network-members.js';
import { ServiceClients } from '../http/service-clients.js';
import { signerOf } from '../definition/own-signer.js';
import { PrincipalVerifier } from '../principal/signed-principal.js';
import { ShutdownErrors } from './shutdown-errors.js';

/** A service's connections to others: outbox, inbox, and calls. */
export const MESSAGING_PROVIDERS = [
  {
    provide: BUS,
    inject: [SETTINGS],
    useFactory: (settings: ServiceSettings) => createBus(busOptions(settings)),
  },
  {
    provide: PrincipalVerifier,
    inject: [SETTINGS],
    useFactory: ({ config }: ServiceSettings) =>
      new PrincipalVerifier(config.PRINCIPAL_PUBLIC_KEYS, config.ENVIRONMENT === 'sandbox'),
  },
  {
    provide: ServiceClients,
    inject: [SETTINGS, METRICS],
    useFactory: (settings: ServiceSettings, { clocks }: ServiceMetrics) =>
      new ServiceClients(peerAddresses(settings), clocks),
  },
  {
    provide: NetworkMembers,
    inject: [ServiceClients],
    useFactory: (clients: ServiceClients) => new NetworkMembers(clients),
  },
  {
    provide: OutboxRelay,
    inject: [SETTINGS, DataSource, BUS, METRICS],
    useFactory: (
      settings: ServiceSettings,
      dataSource: DataSource,
      bus: EventBus,
      { messaging, writeRefusals }: ServiceMetrics,
    ) => {
      const log = auditLogOf(settings);
      // It also writes without requests, every few seconds.
      const onFailure = (error: unknown) => {
        const refusal = writeRefusalOf(error);
        if (refusal) writeRefusals.count(refusal);
      };
      const relay = new OutboxRelay({ dataSource, bus, logger: settings.logger, log, onFailure });
      messaging.observeRelay(relay);
      return relay;
    },
  },
  {
    provide: BusServer,
    inject: [SETTINGS, DataSource, BUS, METRICS, ShutdownErrors],
    useFactory: (
      { definition, logger }: ServiceSettings,
      dataSource: DataSource,
      bus: EventBus,
      metrics: ServiceMetrics,
      errors: ShutdownErrors,
    ) =>
      new ServiceBusServer(
        {
          ...{ bus, dataSource, logger, service: definition.name, metrics: metrics.messaging },
          onOvertaken: ({ aggregate }) => metrics.replication.overtaken(aggregate),
        },
        errors,
      ),
  },
  {
    provide: Transactions,
    inject: [SETTINGS, DataSource, OutboxRelay, ServiceClients, Reconciliation, METRICS],
    useFactory: (
      settings: ServiceSettings,
      dataSource: DataSource,
      relay: OutboxRelay,
      clients: ServiceClients,
      reconciliation: Reconciliation,
      metrics: ServiceMetrics,
    ) =>
      new Transactions({
        dataSource,
        source: settings.definition.name,
        context: publishContext,
        wake: () => {
          relay.wake();
        },
        sequence: eventSequence(),
        ...directDelivery(settings, clients, reconciliation, metrics),
      }),
  },
];

/** A service that signs no calls delivers nothing directly. */
function directDelivery(
  settings: ServiceSettings,
  clients: ServiceClients,
  reconciliation: Reconciliation,
  { deliveries }: ServiceMetrics,
): { readonly deliver?: DeliveryUntilApplied } {
  const signer = signerOf(settings);
  if (!signer) return {};
  const client = new HttpDirectDelivery(clients, signer, deliveries);
  return { deliver: new DeliveryUntilApplied(client, reconciliation) };
}

/** Nest skips the shutdown hooks when a microservice cannot be closed; this lets them run. */
class ServiceBusServer extends BusServer {
  constructor(
    options: ConstructorParameters<typeof BusServer>[0],
    private readonly errors: ShutdownErrors,
  ) {
    super(options);
  }

  override close(): Promise<void> {
    return this.errors.collect(() => super.close());
  }
}
