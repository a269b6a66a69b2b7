import {
  invalid,
  MAX_CLOCK_OFFSET_DAYS,
  MAX_CLOCK_OFFSET_SECONDS,
  notFound,
  type Principal,
} from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityConfig } from '../entity.config.js';
import { ClockRepository } from '../storage/clock-repository.js';

/**
 * `/v1/sandbox/clock`: the offset of an institution's clock, in seconds (decision 0085). Every
 * method throws RESOURCE_NOT_FOUND outside a sandbox.
 */
@Injectable()
export class MoveClock {
  constructor(
    @Inject(CONFIG) private readonly config: EntityConfig,
    private readonly transactions: Transactions,
    private readonly clocks: ClockRepository,
  ) {}

  async read({ entity_id: entityId }: Principal): Promise<number> {
    this.requireSandbox();
    return (await this.clocks.offsetOf(entityId)) ?? 0;
  }

  /** @throws VALIDATION_ERROR when the clock would be too far ahead */
  async advance({ entity_id: entityId }: Principal, seconds: number): Promise<number> {
    this.requireSandbox();
    return this.transactions.run(async ({ manager }) => {
      const maximum = MAX_CLOCK_OFFSET_SECONDS;
      const offset = await this.clocks.advance(manager, entityId, seconds, maximum);
      if (offset === undefined) {
        throw invalid(
          'invalid_value',
          `the clock can be at most ${MAX_CLOCK_OFFSET_DAYS} days ahead: reset it`,
        );
      }
      return offset;
    });
  }

  async reset({ entity_id: entityId }: Principal): Promise<void> {
    this.requireSandbox();
    await this.transactions.run(({ manager }) => this.clocks.reset(manager, entityId));
  }

  private requireSandbox(): void {
    if (this.config.ENVIRONMENT !== 'sandbox')
      throw notFound('not_a_sandbox', 'the environment is not a sandbox');
  }
}
