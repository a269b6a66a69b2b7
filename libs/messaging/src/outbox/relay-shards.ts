import { newId } from '@ndx/contracts';
import { inTransaction } from '@ndx/postgres';
import type { DataSource, EntityManager } from 'typeorm';

/** The number of rows of `relay_shard`; a power of two. */
const SHARDS = 16;

/** The shard of an outbox row. Every process of a service asks the same database for it. */
export const SHARD_OF_ROW = `(hashtextextended(key, 0) & ${SHARDS - 1})::int`;

const UNTIL = `clock_timestamp() + $2 * interval '1 ms'`;

/** Members are ordered by the time of their joining, so that a new one moves few shards. */
const QUOTA = `
select ${SHARDS} / greatest(1, count(*))::int
  + (count(*) filter (where member < $1) < ${SHARDS} % greatest(1, count(*)))::int as quota
from relay_member where member = $1 or expires_at > clock_timestamp()`;

const RENEW = `
with renewed as (
  update relay_member set expires_at = ${UNTIL} where member = $1 returning member
), others as (
  select member, expires_at from relay_member
  where member <> $1 and expires_at > clock_timestamp()
)
select
  exists (select from renewed) as "isMember",
  (${QUOTA}) as quota,
  array(select shard from relay_shard where member = $1) as shards,
  exists (
    select from relay_shard
    where member is null or member <> $1 and member not in (select member from others)
  ) as "hasFree",
  (select extract(epoch from min(expires_at) - clock_timestamp()) * 1000 from others)::float8
    as "nextEndMs"`;

/** Serializes changes of the shares. */
const LOCK = 'select from relay_shard where shard = 0 for update';

/** The server ends the session of a process that is paused while it has the lock. */
const LIMIT_LOCK = `select set_config('idle_in_transaction_session_timeout', $1, true)`;

/** Does not wait for a member that is deleting published rows. */
const EVICT = `
delete from relay_member where member in (
  select member from relay_member
  where member <> $1 and expires_at < clock_timestamp() for update skip locked
)`;

const JOIN = `
insert into relay_member (member, expires_at) values ($1, ${UNTIL})
on conflict (member) do update set expires_at = excluded.expires_at`;

const RELEASE = `
update relay_shard set member = null where shard in (
  select shard from relay_shard where member = $1 order by shard offset (${QUOTA})
) returning shard`;

const TAKE = `
update relay_shard set member = $1 where shard in (
  select shard from relay_shard where member is null order by shard
  limit greatest(0, (${QUOTA}) - (select count(*) from relay_shard where member = $1))
)`;

const SHARDS_OF = 'select shard from relay_shard where member = $1';

const LEAVE = 'delete from relay_member where member = $1';

interface Renewed {
  readonly isMember: boolean;
  readonly quota: number;
  readonly shards: readonly number[];
  /** Whether a shard has no living member. */
  readonly hasFree: boolean;
  /** Time until the lease of another member ends unless it is renewed; null without one. */
  readonly nextEndMs: number | null;
}

/** The shards of a service's outbox that this process publishes. */
export interface HeldShards {
  /** Fences the deletion of published rows: an evicted process joins under another name. */
  readonly member: string;
  /** Undefined for all of them. */
  readonly only: readonly number[] | undefined;
}

export interface RelayShardsOptions {
  readonly dataSource: DataSource;
  /** Time until the shards of a killed process are free, in milliseconds. */
  readonly leaseMs: number;
  /** Whether this process is notified when shards are released. */
  readonly isNotified: () => boolean;
  /** Called after this process joined or released shards. */
  readonly onChange: () => Promise<void>;
}

/**
 * Shares the shards of an outbox among the processes of a service (decision 0103): each shard has
 * one member at a time, and each member has an equal share.
 */
export class RelayShards {
  private member = newId();
  private shards: readonly number[] = [];
  private renewAt = 0;

  constructor(private readonly options: RelayShardsOptions) {}

  /** The number of shards that this process holds. */
  get count(): number {
    return this.shards.length;
  }

  get areAll(): boolean {
    return this.shards.length === SHARDS;
  }

  /**
   * Renews the lease, and releases or takes shards. Only without a batch in flight: released shards
   * are taken at once.
   * @returns undefined while other processes hold all shards
   */
  async hold(): Promise<HeldShards | undefined> {
    if (Date.now() >= this.renewAt) await this.renew();
    if (this.shards.length === 0) return undefined;
    return { member: this.member, only: this.areAll ? undefined : this.shards };
  }

  /** The next `hold` reads the database. */
  invalidate(): void {
    this.renewAt = 0;
  }

  /** Releases the shards for other processes. */
  async leave(): Promise<void> {
    this.shards = [];
    this.invalidate();
    await this.options.dataSource.query(LEAVE, [this.member]);
    await this.options.onChange();
  }

  private async renew(): Promise<void> {
    const { dataSource, leaseMs, isNotified } = this.options;
    const now = Date.now();
    // Before the statement: it is invalidated when shards change while the statement runs.
    this.renewAt = now + leaseMs / 3;
    const [state] = await dataSource.query<Renewed[]>(RENEW, [this.member, leaseMs]);
    if (!state) throw new Error('the shares of the outbox cannot be read');
    const { isMember, shards, quota, hasFree, nextEndMs } = state;
    const isFair = shards.length === quota || (shards.length < quota && !hasFree);
    this.shards = isMember && isFair ? shards : await this.balance(isMember);
    this.renewAt = Math.min(this.renewAt, now + (nextEndMs ?? Infinity));
    if (!this.areAll && !isNotified()) this.invalidate();
  }

  private async balance(isMember: boolean): Promise<readonly number[]> {
    const { dataSource, leaseMs, onChange } = this.options;
    if (!isMember) this.member = newId();
    const { shards, hasReleased } = await inTransaction(dataSource, (manager) =>
      takeShare(manager, this.member, leaseMs),
    );
    if (!isMember || hasReleased) await onChange();
    return shards;
  }
}

async function takeShare(manager: EntityManager, member: string, leaseMs: number) {
  await manager.query(LIMIT_LOCK, [String(leaseMs)]);
  await manager.query(LOCK);
  await manager.query(EVICT, [member]);
  await manager.query(JOIN, [member, leaseMs]);
  const [released] = await manager.query<[unknown[], number]>(RELEASE, [member]);
  await manager.query(TAKE, [member]);
  const held = await manager.query<{ shard: number }[]>(SHARDS_OF, [member]);
  return { shards: held.map(({ shard }) => shard), hasReleased: released.length > 0 };
}
