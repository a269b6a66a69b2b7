import {
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { ALL_TOPICS } from '@ndx/contracts';
import { OutboxRelay, type EventBus } from '@ndx/messaging';
import { ReadModelConfirmation, PeriodicComparison, RequestedComparison } from '@ndx/replication';
import { BUS } from '../definition/tokens.js';
import { ServiceClients } from '../http/service-clients.js';
import { MESSAGING_PROVIDERS } from './messaging-providers.js';
import { ProcessTracing } from './process-tracing.js';
import { REPLICATION_PROVIDERS } from './replication-providers.js';
import { ShutdownErrors } from './shutdown-errors.js';

const PROVIDERS = [...MESSAGING_PROVIDERS, ...REPLICATION_PROVIDERS];

/** Outbox, inbox, read models, and calls. `ServingModule` starts the loops. */
@Global()
@Module({
  providers: PROVIDERS,
  exports: PROVIDERS.map(({ provide }) => provide),
})
export class MessagingModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(BUS) private readonly bus: EventBus,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(PeriodicComparison) private readonly comparison: PeriodicComparison,
    @Inject(RequestedComparison) private readonly requested: RequestedComparison,
    @Inject(ReadModelConfirmation) private readonly confirmation: ReadModelConfirmation,
    @Inject(ServiceClients) private readonly clients: ServiceClients,
    @Inject(ProcessTracing) private readonly tracing: ProcessTracing,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  onModuleInit(): Promise<void> {
    return this.bus.ensureTopics(ALL_TOPICS);
  }

  /** Nest has closed requests and consumers by now. */
  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(
      () => this.comparison.stop(),
      () => this.requested.stop(),
      () => this.confirmation.stop(),
      () => this.relay.stop(),
      // After the relay there are no new spans: the last ones are exported while bus and database
      // close.
      async () => this.tracing.beginClosing(),
      () => this.bus.close(),
      () => this.clients.close(),
    );
  }
}
