import type { Pool } from 'pg';
import { FIRST_OFFSET } from './expiring-events.js';

const JOIN = `
insert into bus_progress (group_name, topic, partition, next_offset)
select $1, topic, partition, ${FIRST_OFFSET} from bus_partition p where topic = any($2::text[])
on conflict do nothing`;

/** A member that does not renew its entry for a while loses its partitions. */
const KEPT = `gone as (
  delete from bus_member where group_name = $1 and member <> $2 and expires_at < clock_timestamp()
), kept as (
  insert into bus_member (group_name, member, expires_at)
  values ($1, $2, clock_timestamp() + $3 * interval '1 ms')
  on conflict (group_name, member) do update set expires_at = excluded.expires_at
)`;

/** Partitions without a living owner are free. */
const KEEP_ALIVE_AND_READ = `
with ${KEPT}, others as (
  select member from bus_member
  where group_name = $1 and member <> $2 and expires_at > clock_timestamp()
)
select
  (select count(*) from bus_partition where topic = any($4::text[]))::int as partitions,
  (select count(*) + 1 from others)::int as members,
  count(*)::int as joined,
  (count(*) filter (where owner = $2))::int as held,
  (count(*) filter (
    where owner is null or owner <> $2 and owner not in (select member from others)
  ))::int as free
from bus_progress where group_name = $1 and topic = any($4::text[])`;

const RELEASE = `
update bus_progress set owner = null
where group_name = $1 and owner = $2 and (topic, partition) in (
  select topic, partition from bus_progress
  where group_name = $1 and owner = $2
  order by topic, partition
  limit $3
)`;

const TAKE_FREE = `
update bus_progress set owner = $2, epoch = epoch + 1
where group_name = $1 and (topic, partition) in (
  select topic, partition from bus_progress
  where group_name = $1 and topic = any($3::text[]) and (owner is null or owner not in (
    select member from bus_member where group_name = $1 and expires_at > clock_timestamp()
  ))
  order by topic, partition
  limit $4
  for update skip locked
)`;

const LEAVE = `
with gone as (delete from bus_member where group_name = $1 and member = $2)
update bus_progress set owner = null where group_name = $1 and owner = $2`;

/** The partitions of a group, and those that one member holds. */
interface Shares {
  readonly partitions: number;
  readonly members: number;
  readonly joined: number;
  readonly held: number;
  readonly free: number;
}

/** A member of a group: partitions are leased, and shared equally. */
export class Membership {
  constructor(
    private readonly pool: Pool,
    private readonly group: string,
    private readonly topics: readonly string[],
    private readonly member: string,
    private readonly leaseMs: number,
  ) {}

  async keepAlive(): Promise<void> {
    await this.pool.query(`with ${KEPT} select`, [this.group, this.member, this.leaseMs]);
  }

  /**
   * Takes a fair share of the partitions. Only without a batch in flight: released partitions are
   * reassigned at once.
   * @returns whether the member took partitions
   */
  async balance(): Promise<boolean> {
    let shares = await this.keepAliveAndRead();
    if (shares.joined < shares.partitions) {
      await this.pool.query(JOIN, [this.group, this.topics]);
      shares = await this.keepAliveAndRead();
    }
    const { joined, members, held, free } = shares;
    const fair = Math.ceil(joined / Math.max(1, members));
    if (held > fair) await this.pool.query(RELEASE, [this.group, this.member, held - fair]);
    const takes = held < fair && free > 0;
    if (takes)
      await this.pool.query(TAKE_FREE, [this.group, this.member, this.topics, fair - held]);
    return takes;
  }

  async leave(): Promise<void> {
    await this.pool.query(LEAVE, [this.group, this.member]);
  }

  private async keepAliveAndRead(): Promise<Shares> {
    const { rows } = await this.pool.query<Shares>({
      name: 'bus-keep-alive',
      text: KEEP_ALIVE_AND_READ,
      values: [this.group, this.member, this.leaseMs, this.topics],
    });
    const [shares] = rows;
    if (!shares) throw new Error('a count has no row');
    return shares;
  }
}
