import { BusServer, Transactions } from '@ndx/messaging';
import {
  CopyComparison,
  CopyConfirmation,
  CopyReconciliation,
  DatabaseIncarnation,
  DirectInbox,
  KeptCopies,
  partsOfCopies,
  PeriodicComparison,
  RequestedComparison,
} from '@ndx/replication';
import { DataSource } from 'typeorm';
import type { ServiceSettings } from '../boot/infrastructure.js';
import { directTargets } from '../boot/service-definition.js';
import type { ServiceMetrics } from '../boot/service-metrics.js';
import { METRICS, SETTINGS } from '../boot/tokens.js';
import { HttpSubscribersCopies } from '../events/http-subscribers-copies.js';
import { ServiceClients } from '../http/service-clients.js';
import { signerOf } from '../principal/own-signer.js';

/** The read models of a service, and the comparison of its aggregates with those of others. */
export const REPLICATION_PROVIDERS = [
  {
    provide: CopyReconciliation,
    inject: [SETTINGS],
    useFactory: ({ definition }: ServiceSettings) => new CopyReconciliation(definition.owns ?? []),
  },
  {
    provide: DirectInbox,
    inject: [DataSource, BusServer],
    useFactory: (dataSource: DataSource, server: BusServer) =>
      new DirectInbox(dataSource, () => server.processor),
  },
  {
    provide: KeptCopies,
    inject: [SETTINGS, DataSource],
    useFactory: ({ definition: { name, copies = [] } }: ServiceSettings, dataSource: DataSource) =>
      new KeptCopies(dataSource, name, copies),
  },
  {
    provide: CopyComparison,
    inject: [SETTINGS, DataSource, Transactions, CopyReconciliation, ServiceClients, METRICS],
    useFactory: (
      settings: ServiceSettings,
      dataSource: DataSource,
      transactions: Transactions,
      reconciliation: CopyReconciliation,
      clients: ServiceClients,
      metrics: ServiceMetrics,
    ) => {
      const signer = signerOf(settings);
      return new CopyComparison({
        source: settings.definition.name,
        dataSource,
        transactions,
        reconciliation,
        ...(signer && { copies: new HttpSubscribersCopies(clients, signer) }),
        metrics: metrics.replication,
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
      { replication }: ServiceMetrics,
    ) => {
      const incarnation = new DatabaseIncarnation(dataSource, partsOfCopies(definition.name));
      const recover = (signal: AbortSignal) => server.recoverMissedEvents(signal);
      const confirmation = new CopyConfirmation({ incarnation, recover, logger });
      if (incarnation.parts.length > 0) {
        replication.observeConfirmation(() => confirmation.unconfirmed);
      }
      return confirmation;
    },
  },
];
