import { BackgroundLoop, LOGGER, Readiness, type BackgroundWork } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { PublishScheduledDrafts } from './publish-scheduled-drafts.js';

/** The interval at which a process looks for drafts whose time has come. */
const POLL_MS = 1_000;

/** Publishes the drafts of governors at their time, also of a time at which no process ran. */
@Injectable()
export class ScheduledPublicationWorker implements BackgroundWork {
  private readonly loop = new BackgroundLoop({
    work: () => this.drafts.publishDue(),
    everyMs: POLL_MS,
    onFailure: (error) => {
      this.logger.warn({ err: error }, 'publishing a scheduled draft failed; retrying');
    },
  });

  constructor(
    private readonly drafts: PublishScheduledDrafts,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Readiness) readiness: Readiness,
  ) {
    readiness.warn(() => this.loop.warning('scheduled drafts are not published'));
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }
}
