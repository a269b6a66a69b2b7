import {
  conflict,
  invalid,
  MAX_CLOCK_OFFSET_DAYS,
  MAX_CLOCK_OFFSET_SECONDS,
  MAX_RUN_CLOCKS,
  notFound,
  SANDBOX_RUN_HEADER,
  type Principal,
} from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityConfig } from '../entity.config.js';
import { ClockRepository } from '../storage/clock-repository.js';

/**
 * `/v1/sandbox/clock`: the offset of the clock of an institution, or of one of its test runs, in
 * seconds (decisions 0085, 0122). Every method throws RESOURCE_NOT_FOUND outside a sandbox.
 */
@Injectable()
export class MoveClock {
  constructor(
    @Inject(CONFIG) private readonly config: EntityConfig,
    private readonly transactions: Transactions,
    private readonly clocks: ClockRepository,
  ) {}

  async read({ entity_id: entityId }: Principal, run: string | undefined): Promise<number> {
    this.requireSandbox();
    return (await this.clocks.offsetOf({ entityId, run })) ?? 0;
  }

  /** @throws VALIDATION_ERROR when the clock would be too far ahead; RESOURCE_CONFLICT */
  async advance(
    { entity_id: entityId }: Principal,
    run: string | undefined,
    seconds: number,
  ): Promise<number> {
    this.requireSandbox();
    return this.transactions.run(async ({ manager }) => {
      const clock = { entityId, run };
      if (run !== undefined && (await this.clocks.otherRuns(manager, clock)) >= MAX_RUN_CLOCKS) {
        throw conflict(
          'limit_reached',
          `${SANDBOX_RUN_HEADER}: the clocks of ${MAX_RUN_CLOCKS} test runs are moved, the most an institution may have`,
        );
      }
      const maximum = MAX_CLOCK_OFFSET_SECONDS;
      const offset = await this.clocks.advance(manager, clock, seconds, maximum);
      if (offset === undefined) {
        throw invalid(
          'invalid_value',
          `the clock can be at most ${MAX_CLOCK_OFFSET_DAYS} days ahead: reset it`,
        );
      }
      return offset;
    });
  }

  async reset({ entity_id: entityId }: Principal, run: string | undefined): Promise<void> {
    this.requireSandbox();
    await this.transactions.run(({ manager }) => this.clocks.reset(manager, { entityId, run }));
  }

  private requireSandbox(): void {
    if (this.config.ENVIRONMENT !== 'sandbox')
      throw notFound('not_a_sandbox', 'the environment is not a sandbox');
  }
}
