import {
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { BusServer, OutboxRelay } from '@ndx/messaging';
import { PeriodicComparison, ReadModelConfirmation, RequestedComparison } from '@ndx/replication';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { SETTINGS } from '../definition/tokens.js';
import { Readiness } from '../health/readiness.js';
import { watchConsumption, type ConsumptionWatch } from '../health/watch-consumption.js';

/** The subscription of the service to its events; readiness follows it. */
@Injectable()
export class Consumption implements OnModuleDestroy {
  private watch: ConsumptionWatch | undefined;

  constructor(
    @Inject(BusServer) private readonly server: BusServer,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {}

  async start(): Promise<void> {
    await this.server.subscribe();
    const { config, logger } = this.settings;
    this.watch = watchConsumption(this.readiness, this.server, {
      logger,
      exitAfterMs: config.CONSUMER_EXIT_AFTER_MS,
    });
  }

  /** Rejects when a handler was stuck for too long: only a restart helps. */
  untilBroken(): Promise<never> {
    if (!this.watch) throw new Error('the service does not consume');
    return this.watch.untilBroken();
  }

  onModuleDestroy(): void {
    this.watch?.stop();
  }
}

/**
 * The work of a serving process besides requests; a command of the service runs without it.
 * `MessagingModule` stops the loops.
 */
@Module({ providers: [Consumption] })
export class ServingModule implements OnApplicationBootstrap {
  constructor(
    @Inject(Consumption) private readonly consumption: Consumption,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(ReadModelConfirmation) private readonly confirmation: ReadModelConfirmation,
    @Inject(PeriodicComparison) private readonly comparison: PeriodicComparison,
    @Inject(RequestedComparison) private readonly requested: RequestedComparison,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.consumption.start();
    // It needs the subscription to read lost events from the bus.
    this.confirmation.start();
    this.relay.start();
    this.comparison.start();
    this.requested.start();
  }
}
