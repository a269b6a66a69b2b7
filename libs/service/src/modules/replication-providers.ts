import { BusServer, Transactions } from '@ndx/messaging';
import {
  ReadModelComparison,
  ReadModelConfirmation,
  Reconciliation,
  DatabaseIncarnation,
  DirectInbox,
  ReadModels,
  readModelParts,
  PeriodicComparison,
  RequestedComparison,
} from '@ndx/replication';
import { DataSource } from 'typeorm';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { directTargets } from '../definition/service-definition.js';
import type { ServiceMetrics } from './service-metrics.js';
import { METRICS, SETTINGS } from '../definition/tokens.js';
import { HttpReadModels } from '../events/http-read-models.js';
import { ServiceClients } from '../http/service-clients.js';
import { signerOf } from '../definition/own-signer.js';

/** The read models of a service, and the comparison of its aggregates with those of others. */
export const REPLICATION_PROVIDERS = [
  {
    provide: Reconciliation,
    inject: [SETTINGS],
    useFactory: ({ definition }: ServiceSettings) => new Reconciliation(definition.owns ?? []),
  },
  {
    provide: DirectInbox,
    inject: [DataSource, BusServer],
    useFactory: (dataSource: DataSource, server: BusServer) =>
      new DirectInbox(dataSource, () => server.processor),
  },
  {
    provide: ReadModels,
    inject: [SETTINGS, DataSource],
    useFactory: (
      { definition: { name, readModels = [] } }: ServiceSettings,
      dataSource: DataSource,
    ) => new ReadModels(dataSource, name, readModels),
  },
  {
    provide: ReadModelComparison,
    inject: [SETTINGS, DataSource, Transactions, Reconciliation, ServiceClients, METRICS],
    useFactory: (
      settings: ServiceSettings,
      dataSource: DataSource,
      transactions: Transactions,
      reconciliation: Reconciliation,
      clients: ServiceClients,
      metrics: ServiceMetrics,
    ) => {
      const signer = signerOf(settings);
      return new ReadModelComparison({
        source: settings.definition.name,
        dataSource,
        transactions,
        reconciliation,
        ...(signer && { readModels: new HttpReadModels(clients, signer) }),
        metrics: metrics.replication,
        logger: settings.logger,
      });
    },
  },
  {
    provide: PeriodicComparison,
    inject: [SETTINGS, ReadModelComparison],
    useFactory: ({ config, logger }: ServiceSettings, comparison: ReadModelComparison) =>
      new PeriodicComparison(comparison, config.READ_MODEL_COMPARISON_MS, logger),
  },
  {
    provide: RequestedComparison,
    inject: [SETTINGS, ReadModelComparison, ServiceClients],
    useFactory: (
      settings: ServiceSettings,
      comparison: ReadModelComparison,
      clients: ServiceClients,
    ) => {
      const signer = signerOf(settings);
      return new RequestedComparison({
        subscribers: directTargets(settings.definition.name),
        ...(signer && { incarnations: new HttpReadModels(clients, signer) }),
        comparison,
        logger: settings.logger,
      });
    },
  },
  {
    provide: ReadModelConfirmation,
    inject: [SETTINGS, DataSource, BusServer, METRICS],
    useFactory: (
      { definition, logger }: ServiceSettings,
      dataSource: DataSource,
      server: BusServer,
      { replication }: ServiceMetrics,
    ) => {
      const incarnation = new DatabaseIncarnation(dataSource, readModelParts(definition.name));
      const recover = (signal: AbortSignal) => server.recoverMissedEvents(signal);
      const confirmation = new ReadModelConfirmation({ incarnation, recover, logger });
      if (incarnation.parts.length > 0) {
        replication.observeConfirmation(() => confirmation.unconfirmed);
      }
      return confirmation;
    },
  },
];
