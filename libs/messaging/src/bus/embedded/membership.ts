import type { Pool } from 'pg';

const JOIN = `
insert into bus_progress (group_name, topic, partition)
select $1, topic, partition from bus_partition where topic = any($2::text[])
on conflict do nothing`;

/** Renews the leases: a member that does not call this for a while loses its partitions. */
const KEEP_ALIVE = `
with gone as (
  delete from bus_member where group_name = $1 and member <> $2 and expires_at < clock_timestamp()
), alive as (
  insert into bus_member (group_name, member, expires_at)
  values ($1, $2, clock_timestamp() + $3 * interval '1 ms')
  on conflict (group_name, member) do update set expires_at = excluded.expires_at
)
update bus_progress set expires_at = clock_timestamp() + $3 * interval '1 ms'
where group_name = $1 and owner = $2`;

/** Releases partitions beyond a fair share, then acquires free ones up to it. */
const RELEASE_EXCESS = `
update bus_progress set owner = null, expires_at = '-infinity'
where group_name = $1 and owner = $2 and (topic, partition) in (
  select topic, partition from bus_progress
  where group_name = $1 and owner = $2
  order by topic, partition
  offset (select ceil((select count(*) from bus_progress
                       where group_name = $1 and topic = any($3::text[]))::numeric
                      / greatest(1, count(*)))::int
          from bus_member where group_name = $1 and expires_at > clock_timestamp())
)`;

const TAKE_FREE = `
update bus_progress set owner = $2, epoch = epoch + 1,
  expires_at = clock_timestamp() + $4 * interval '1 ms'
where group_name = $1 and (topic, partition) in (
  select topic, partition from bus_progress
  where group_name = $1 and topic = any($3::text[]) and (owner is null or expires_at < clock_timestamp())
  order by topic, partition
  limit greatest(0,
    (select ceil((select count(*) from bus_progress
                  where group_name = $1 and topic = any($3::text[]))::numeric
                 / greatest(1, count(*)))::int
     from bus_member where group_name = $1 and expires_at > clock_timestamp())
    - (select count(*) from bus_progress where group_name = $1 and owner = $2))
  for update skip locked
)`;

const LEAVE = `
with gone as (delete from bus_member where group_name = $1 and member = $2)
update bus_progress set owner = null, expires_at = '-infinity' where group_name = $1 and owner = $2`;

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
    await this.pool.query(KEEP_ALIVE, [this.group, this.member, this.leaseMs]);
  }

  /** Only without a batch in flight: released partitions are reassigned at once. */
  async balance(): Promise<void> {
    const { pool, group, topics, member, leaseMs } = this;
    await pool.query(JOIN, [group, topics]);
    await this.keepAlive();
    await pool.query(RELEASE_EXCESS, [group, member, topics]);
    await pool.query(TAKE_FREE, [group, member, topics, leaseMs]);
  }

  async leave(): Promise<void> {
    await this.pool.query(LEAVE, [this.group, this.member]);
  }
}
