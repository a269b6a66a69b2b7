import {
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { BusServer, OutboxRelay } from '@ndx/messaging';
import { PeriodicComparison, ReadModelConfirmation, RequestedComparison } from '@ndx/replication';
import type { BackgroundWork } from '../definition/background-work.js';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { SETTINGS } from '../definition/tokens.js';
import { FigureHistory } from '../health/figure-history.js';
import { Readiness } from '../health/readiness.js';
import { watchConsumption, type ConsumptionWatch } from '../health/watch-consumption.js';
import { ShutdownErrors } from './shutdown-errors.js';

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

/** Starts and stops the service's own loops. */
@Injectable()
export class Background implements OnApplicationShutdown {
  private work: readonly BackgroundWork[] = [];

  constructor(
    @Inject(ModuleRef) private readonly modules: ModuleRef,
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  start(): void {
    // Not in the constructor: the providers of the service are not complete there.
    const { background = [] } = this.settings.definition;
    this.work = background.map((type) => this.modules.get(type, { strict: false }));
    for (const each of this.work) each.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(...this.work.map((each) => () => each.stop()));
  }
}

/**
 * The work of a serving process besides requests; a command of the service runs without it.
 * `MessagingModule` stops the loops.
 */
@Module({ providers: [Background, Consumption] })
export class ServingModule implements OnApplicationBootstrap {
  constructor(
    @Inject(Background) private readonly background: Background,
    @Inject(Consumption) private readonly consumption: Consumption,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(ReadModelConfirmation) private readonly confirmation: ReadModelConfirmation,
    @Inject(PeriodicComparison) private readonly comparison: PeriodicComparison,
    @Inject(RequestedComparison) private readonly requested: RequestedComparison,
    @Inject(ModuleRef) private readonly modules: ModuleRef,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.consumption.start();
    // It needs the subscription to read lost events from the bus.
    this.confirmation.start();
    this.relay.start();
    this.comparison.start();
    this.requested.start();
    this.background.start();
    this.modules.get(FigureHistory, { strict: false }).start();
  }
}
