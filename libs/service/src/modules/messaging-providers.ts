import { AuditLog } from '@ndx/audit';
import {
  BusServer,
  CopyComparison,
  CopyConfirmation,
  createBus,
  DatabaseIncarnation,
  KeptCopies,
  OutboxRelay,
  partsOfCopies,
  PeriodicComparison,
  RequestedComparison,
  Transactions,
  type EventBus,
} from '@ndx/messaging';
import { writeRefusalOf } from '@ndx/postgres';
import { DataSource } from 'typeorm';
import {
  auditSealOf,
  busOptions,
  peerAddresses,
  type ServiceSettings,
} from '../boot/infrastructure.js';
import { directTargets } from '../boot/service-definition.js';
import type { ServiceMetrics } from '../boot/service-metrics.js';
import { BUS, METRICS, SETTINGS } from '../boot/tokens.js';
import { HttpDirectDelivery } from '../events/http-direct-delivery.js';
import { HttpSubscribersCopies } from '../events/http-subscribers-copies.js';
import { publishContext } from '../events/publish-context.js';
import { NetworkMembers } from '../http/network-members.js';
import { ServiceClients } from '../http/service-clients.js';
import { signerOf } from '../principal/own-signer.js';
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
      const log = new AuditLog(auditSealOf(settings));
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
          requiresReadBus: true,
        },
        errors,
      ),
  },
  {
    provide: Transactions,
    inject: [SETTINGS, DataSource, OutboxRelay, ServiceClients, METRICS],
    useFactory: (
      settings: ServiceSettings,
      dataSource: DataSource,
      relay: OutboxRelay,
      clients: ServiceClients,
      metrics: ServiceMetrics,
    ) =>
      new Transactions({
        dataSource,
        source: settings.definition.name,
        context: publishContext,
        wake: () => {
          relay.wake();
        },
        owned: settings.definition.owns ?? [],
        ...directDelivery(settings, clients, metrics),
      }),
  },
  {
    provide: KeptCopies,
    inject: [SETTINGS, DataSource],
    useFactory: ({ definition: { name, copies = [] } }: ServiceSettings, dataSource: DataSource) =>
      new KeptCopies(dataSource, name, copies),
  },
  {
    provide: CopyComparison,
    inject: [SETTINGS, DataSource, Transactions, ServiceClients, METRICS],
    useFactory: (
      settings: ServiceSettings,
      dataSource: DataSource,
      transactions: Transactions,
      clients: ServiceClients,
      { messaging }: ServiceMetrics,
    ) => {
      const signer = signerOf(settings);
      return new CopyComparison({
        source: settings.definition.name,
        dataSource,
        transactions,
        ...(signer && { copies: new HttpSubscribersCopies(clients, signer) }),
        metrics: messaging,
        logger: settings.logger,
      });
    },
  },
  {
    provide: PeriodicComparison,
    inject: [SETTINGS, CopyComparison],
    useFactory: ({ config, logger }: ServiceSettings, comparison: CopyComparison) =>
      new PeriodicComparison(comparison, config.COPY_COMPARISON_MS, logger),
  },
  {
    provide: RequestedComparison,
    inject: [SETTINGS, CopyComparison, ServiceClients],
    useFactory: (
      settings: ServiceSettings,
      comparison: CopyComparison,
      clients: ServiceClients,
    ) => {
      const signer = signerOf(settings);
      return new RequestedComparison({
        subscribers: directTargets(settings.definition.name),
        ...(signer && { incarnations: new HttpSubscribersCopies(clients, signer) }),
        comparison,
        logger: settings.logger,
      });
    },
  },
  {
    provide: CopyConfirmation,
    inject: [SETTINGS, DataSource, BusServer, METRICS],
    useFactory: (
      { definition, logger }: ServiceSettings,
      dataSource: DataSource,
      server: BusServer,
      { messaging }: ServiceMetrics,
    ) => {
      const incarnation = new DatabaseIncarnation(dataSource, partsOfCopies(definition.name));
      const recover = (signal: AbortSignal) => server.recoverMissedEvents(signal);
      const confirmation = new CopyConfirmation({ incarnation, recover, logger });
      if (incarnation.parts.length > 0) {
        messaging.observeConfirmation(async () => confirmation.unconfirmed);
      }
      return confirmation;
    },
  },
];

function directDelivery(
  settings: ServiceSettings,
  clients: ServiceClients,
  { deliveries }: ServiceMetrics,
): { readonly deliver?: HttpDirectDelivery } {
  const signer = signerOf(settings);
  return signer ? { deliver: new HttpDirectDelivery(clients, signer, deliveries) } : {};
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
