import type { DataSource, EntityManager } from 'typeorm';

/** The part of the read models that the events on the bus bring. */
export const BUS = 'bus';

/**
 * SQL of the incarnation of the database: the start of its server, in seconds since the epoch. A
 * database loses commits only when another server replaces its server or when its server starts
 * again, so each loss changes the incarnation (replication 6). Any role may read it.
 */
export const INCARNATION = `date_part('epoch', pg_postmaster_start_time())`;

/**
 * The current incarnation of a database, and the parts of its read models that it was not confirmed
 * for.
 */
export interface IncarnationStatus {
  readonly incarnation: number;
  /** Queries must wait for these parts. */
  readonly missing: readonly string[];
}

const STATUS = `
select ${INCARNATION} as incarnation, array(
  select part from unnest($1::text[]) part
  where not exists (select from confirmed_incarnation c
    where c.part = part.part and c.incarnation = ${INCARNATION})) as missing`;

const IS_READ = `
select exists(select from confirmed_incarnation
  where part = '${BUS}' and incarnation = ${INCARNATION}) as is_read`;

/** Another server may have replaced the one for which the part was confirmed. */
const CONFIRM = `
insert into confirmed_incarnation (part, incarnation, confirmed_at)
select $1, ${INCARNATION}, now() where ${INCARNATION} = $2
on conflict (part) do update
set incarnation = excluded.incarnation, confirmed_at = excluded.confirmed_at`;

/** The service has not yet applied the events on the bus that its database may have lost. */
export class UnreadBusError extends Error {
  override readonly name = 'UnreadBusError';
}

/**
 * Checks in the transaction of the delivery, so that the database cannot lose commits in between.
 * @throws UnreadBusError
 */
export async function requireReadBus(manager: EntityManager): Promise<void> {
  const [row] = await manager.query<{ is_read: boolean }[]>(IS_READ);
  if (!row?.is_read)
    throw new UnreadBusError('events that the database may have lost are not read');
}

/**
 * The parts of a service's read models that were confirmed to be complete, each for an incarnation
 * of the database. All replicas of the service share them.
 */
export class DatabaseIncarnation {
  constructor(
    private readonly dataSource: DataSource,
    readonly parts: readonly string[],
  ) {}

  async status(): Promise<IncarnationStatus> {
    const [status] = await this.dataSource.query<IncarnationStatus[]>(STATUS, [this.parts]);
    if (!status) throw new Error('the database has no incarnation');
    return status;
  }

  /** Confirms a part; does nothing if the database has another incarnation by now. */
  async confirm(part: string, incarnation: number): Promise<void> {
    await this.dataSource.query(CONFIRM, [part, incarnation]);
  }
}
