import { conflict, type DomainError } from '@ndx/contracts';
import type { DirectEvents } from '@ndx/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import type { Sealer } from '@ndx/sealing';
import type { Answer } from './answer.js';
import type { KeyedRequest } from './keyed-request.js';

/** The stored response of a request. */
export interface KeptAnswer {
  readonly answer: Answer;
  /** Events to deliver directly before the response is sent (design 3). */
  readonly undelivered: DirectEvents;
}

interface Row {
  readonly answer: string;
  readonly undelivered: string | null;
}

/**
 * The encrypted content: a response may contain an EIN, and a fingerprint would confirm a guess of
 * an SSN.
 */
type Sealed = Answer & { readonly fingerprint: string };

/** Finds an answer by the primary key. */
const FIND = 'select answer, undelivered from idempotency_key where scope = $1';

/**
 * Waits for another request with the key to be committed or rolled back, with a timeout for
 * interrupted ones, which applies to the rest of the transaction.
 */
const CLAIM = `
with lock_timeout as materialized (select set_config('lock_timeout', '10s', true))
insert into idempotency_key (scope) select $1::bytea from lock_timeout
on conflict (scope) do nothing returning 1`;

const KEEP = 'update idempotency_key set answer = $2, undelivered = $3 where scope = $1';

const FORGET = 'delete from idempotency_key where scope = $1';

const DELIVERED = 'update idempotency_key set undelivered = null where scope = $1';

/** The responses to requests with keys, each stored in the transaction of its effect. */
export class KeptAnswers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  /** @throws RESOURCE_CONFLICT when the key belongs to another request */
  async find(request: KeyedRequest): Promise<KeptAnswer | undefined> {
    const [row] = await this.dataSource.query<Row[]>(FIND, [request.scope]);
    if (!row) return undefined;
    // This class encrypted the value, so its shape is known.
    const { fingerprint, ...answer } = JSON.parse(this.sealer.open(row.answer)) as Sealed;
    if (fingerprint !== request.fingerprint) {
      throw conflict('key_reused', 'the Idempotency-Key was used with another request');
    }
    const undelivered = JSON.parse(row.undelivered ?? '[]') as DirectEvents;
    return { answer, undelivered };
  }

  /**
   * Locks the key for this transaction; waits for another holder.
   * @throws RESOURCE_CONFLICT when the other transaction was committed
   */
  async claim(manager: EntityManager, { scope }: KeyedRequest): Promise<void> {
    const claimed = await manager.query<unknown[]>(CLAIM, [scope]);
    if (claimed.length === 0) throw answeredMeanwhile();
  }

  /** Stores the answer in the transaction that claimed the key. */
  async keep(
    manager: EntityManager,
    request: KeyedRequest,
    answer: Answer,
    undelivered: DirectEvents,
  ): Promise<void> {
    const events = undelivered.length === 0 ? null : JSON.stringify(undelivered);
    await manager.query(KEEP, [request.scope, this.seal(request, answer), events]);
  }

  async delivered({ scope }: KeyedRequest): Promise<void> {
    await this.dataSource.query(DELIVERED, [scope]);
  }

  /** Deletes a stored response that turned out to be wrong, so that the request runs again. */
  async forget({ scope }: KeyedRequest): Promise<void> {
    await this.dataSource.query(FORGET, [scope]);
  }

  /**
   * The text of the `answer` column, for a statement that claims the key and stores the response.
   */
  seal({ fingerprint }: KeyedRequest, answer: Answer): string {
    const sealed: Sealed = { fingerprint, ...answer };
    return this.sealer.seal(JSON.stringify(sealed));
  }
}

/** Cannot happen, unless the response was deleted meanwhile. */
export function answeredMeanwhile(): DomainError {
  return conflict(
    'concurrent_request',
    'a concurrent request with this Idempotency-Key was completed first',
  );
}
