import type { EntityManager } from 'typeorm';

/** How far a backfill is. */
export interface Position {
  /** Key of the last row that is done; null before the first. */
  readonly after: readonly string[] | null;
  readonly done: number;
  readonly estimated: number;
}

/**
 * Remembers in the database how far a backfill is. It is bookkeeping of the runner, like TypeORM's
 * own table of migrations, and made when it is first needed.
 */
export class BackfillPosition {
  private constructor(private readonly name: string) {}

  /** @param estimate how many rows there are to do; asked at the very first start only */
  static async of(
    manager: EntityManager,
    name: string,
    estimate: () => Promise<number>,
  ): Promise<BackfillPosition> {
    await manager.query(`
      create table if not exists backfill (
        name text primary key,
        position text[],
        done bigint not null default 0,
        estimated_total bigint not null,
        started_at timestamptz not null default now(),
        moved_at timestamptz not null default now()
      )`);
    const started = await manager.query<unknown[]>('select from backfill where name = $1', [name]);
    if (started.length === 0) {
      await manager.query('insert into backfill (name, estimated_total) values ($1, $2)', [
        name,
        Math.round(await estimate()),
      ]);
    }
    return new BackfillPosition(name);
  }

  /** Until the end of the transaction nobody else moves it. */
  async lock(manager: EntityManager): Promise<Position> {
    const [row] = await manager.query<
      { position: string[] | null; done: string; estimated_total: string }[]
    >('select position, done, estimated_total from backfill where name = $1 for update', [
      this.name,
    ]);
    if (!row) throw new Error(`how far the backfill ${this.name} is was forgotten`);
    return {
      after: row.position,
      done: Number(row.done),
      estimated: Number(row.estimated_total),
    };
  }

  async advance(manager: EntityManager, last: readonly string[], rows: number): Promise<void> {
    await manager.query(
      'update backfill set position = $2, done = done + $3, moved_at = now() where name = $1',
      [this.name, last, rows],
    );
  }
}
