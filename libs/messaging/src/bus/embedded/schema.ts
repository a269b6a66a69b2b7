import type { Pool } from 'pg';

/** Locked while the schema is created, so that processes can start at the same time. */
const SCHEMA_LOCK = 7_213_450_118;

/** The event log of the embedded bus, in its own database. Creating it is idempotent. */
const SCHEMA = `
begin;
select pg_advisory_xact_lock(${SCHEMA_LOCK});

create table if not exists bus_topic (
  topic text primary key,
  partitions integer not null
);

-- The head of each partition. A publisher locks its row until the commit: offsets have no gaps, and
-- a reader that sees one event sees all earlier ones.
create table if not exists bus_partition (
  topic text not null references bus_topic,
  partition integer not null,
  next_offset bigint not null default 0,
  primary key (topic, partition)
) with (fillfactor = 50);

create table if not exists bus_event (
  topic text not null,
  partition integer not null,
  "offset" bigint not null,
  id uuid not null,
  key text not null,
  type text not null,
  source text not null,
  time timestamptz not null,
  request_id text,
  traceparent text,
  predecessors text,
  data text not null,
  primary key (topic, partition, "offset")
);

-- The progress of each group, and the member that holds each partition, fenced by the epoch. It holds
-- the partition until its own entry expires.
create table if not exists bus_progress (
  group_name text not null,
  topic text not null,
  partition integer not null,
  next_offset bigint not null default 0,
  owner uuid,
  epoch bigint not null default 0,
  primary key (group_name, topic, partition)
) with (fillfactor = 50);

create table if not exists bus_member (
  group_name text not null,
  member uuid not null,
  expires_at timestamptz not null,
  primary key (group_name, member)
);
commit;`;

export async function createSchema(pool: Pool): Promise<void> {
  await pool.query(SCHEMA);
}
