import { BackgroundLoop, LOGGER, Readiness, type BackgroundWork } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { NoticeMetrics } from '../../metrics/notice-metrics.js';
import { NoticeBackfills } from '../../storage/notice-backfills.js';
import { NoticeCauses } from '../../storage/notice-causes.js';
import { ReviewAnswers } from './review-answers.js';

/** The interval at which an idle process looks for changes. */
const POLL_MS = 1_000;

/**
 * Reviews the answers that changes of data concern, beside queries. The replicas of a service share
 * the work: each claims other rows, and the rows of a killed replica are due again.
 */
@Injectable()
export class NoticeWorker implements BackgroundWork {
  private readonly loop = new BackgroundLoop({
    work: () => this.work(),
    everyMs: POLL_MS,
    onFailure: (error) => {
      this.logger.warn({ err: error }, 'reviewing answers for notices failed; retrying');
    },
  });

  constructor(
    private readonly causes: NoticeCauses,
    private readonly backfills: NoticeBackfills,
    private readonly reviewAnswers: ReviewAnswers,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Readiness) readiness: Readiness,
    @Inject(NoticeMetrics) metrics: NoticeMetrics,
  ) {
    readiness.warn(() => this.loop.warning('answers are not reviewed for notices'));
    metrics.observe(() => causes.lagSeconds());
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** A part of each kind of work, so that no backlog delays another. Returns whether there may be more. */
  private async work(): Promise<boolean> {
    if (!(await this.causes.hasWork())) return false;
    const causes = await this.causes.apply();
    const hasStepped = await this.backfills.step();
    const reviewed = await this.reviewAnswers.review();
    return causes > 0 || hasStepped || reviewed > 0;
  }
}
