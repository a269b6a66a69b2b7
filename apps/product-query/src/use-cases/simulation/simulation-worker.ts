import { BackgroundLoop, LOGGER, Readiness, type BackgroundWork } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { AdvanceSimulations } from './advance-simulations.js';

/** The interval at which an idle process looks for simulations. */
const POLL_MS = 1_000;

/**
 * Continues the simulations of governors beside queries. A page is stored with its place, so that a
 * simulation continues after a restart.
 */
@Injectable()
export class SimulationWorker implements BackgroundWork {
  private readonly loop = new BackgroundLoop({
    work: () => this.simulations.advance(),
    everyMs: POLL_MS,
    onFailure: (error) => {
      this.logger.warn({ err: error }, 'simulating past queries failed');
    },
  });

  constructor(
    private readonly simulations: AdvanceSimulations,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Readiness) readiness: Readiness,
  ) {
    readiness.warn(() => this.loop.warning('past queries are not simulated'));
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }
}
