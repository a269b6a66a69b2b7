import { consumerMatchKeys } from '@ndx/catalog';
import { ConsumerIdentified } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { LOGGER } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { stateOfConsumer } from '../domain/consumer.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { selectByIds } from '../storage/identity-table.js';
import { lockKeyless, storeKeys, type KeylessConsumer } from '../storage/keyless-consumers.js';

const BATCH = 200;
const NONE_BEFORE = '00000000-0000-0000-0000-000000000000';

/**
 * Adds match keys to consumers from an earlier version, which matched by SSN only, and publishes
 * them, because product-query finds them by these keys. Runs beside requests from the start of the
 * service, on every replica for a part (decision 0066).
 */
@Injectable()
export class FillConsumerKeys implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStopping = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly transactions: Transactions,
    private readonly vault: IdentifierVault,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.fillAll().catch((error: unknown) => this.reportFailure(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  /** The consumers without keys among the ids. */
  async fillOf(ids: readonly string[]): Promise<void> {
    await this.transactions.run(async (tx) => {
      const consumers = await lockKeyless(tx.manager, { ids });
      await this.fill(tx, consumers);
    });
  }

  private async fillAll(): Promise<void> {
    let after = NONE_BEFORE;
    let filled = 0;
    while (!this.isStopping) {
      const last = await this.transactions.run(async (tx) => {
        const consumers = await lockKeyless(tx.manager, { after, limit: BATCH });
        await this.fill(tx, consumers);
        return { id: consumers.at(-1)?.id, count: consumers.length };
      });
      filled += last.count;
      if (last.id === undefined) break;
      after = last.id;
    }
    if (filled > 0) this.logger.info({ filled }, 'computed the match keys of consumers');
  }

  private async fill(
    tx: Parameters<Parameters<Transactions['run']>[0]>[0],
    consumers: readonly KeylessConsumer[],
  ): Promise<void> {
    const filled = consumers.flatMap((consumer) => {
      const keys = this.keysOf(consumer);
      return keys ? [{ id: consumer.id, keys }] : [];
    });
    await storeKeys(tx.manager, filled);
    const ids = filled.map(({ id }) => id);
    for (const consumer of await selectByIds(tx.manager, CONSUMER_TABLE, ids)) {
      tx.publish(ConsumerIdentified, stateOfConsumer(consumer));
    }
  }

  /** Consumers get their keys when claims name them; the others at the next start. */
  private reportFailure(error: unknown): void {
    this.logger.error(
      { err: error },
      'computing the match keys of consumers failed; retrying at the next start',
    );
  }

  /** Undefined, and logged, when the SSN cannot be decrypted: other consumers continue. */
  private keysOf({ id, ssn_sealed, ...row }: KeylessConsumer): string[] | undefined {
    const ssn = this.vault.tryOpen(ssn_sealed);
    if (ssn === undefined) {
      this.logger.error({ consumer_id: id }, 'decrypting the SSN of a consumer failed');
      return undefined;
    }
    const said = { dateOfBirth: row.date_of_birth, lastName: row.last_name };
    return consumerMatchKeys(ssn, said).map((key) => this.vault.matchHashOf(key));
  }
}
