import { RUN_CLOCK_DAYS } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A clock that an institution moved forward. */
interface Clock {
  readonly offset_seconds: number;
}

/** The clock of an institution, or of one of its test runs. */
export interface ClockName {
  readonly entityId: string;
  readonly run: string | undefined;
}

/** In the column `run` for the clock of the institution. */
const NO_RUN = '';
const IS_KEPT = `(run = '${NO_RUN}' or moved_at > now() - interval '${RUN_CLOCK_DAYS} days')`;

/** How far each institution of a sandbox moved its clocks, in seconds (decisions 0085, 0122). */
@Injectable()
export class ClockRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Undefined for a clock that was not moved. */
  async offsetOf({ entityId, run = NO_RUN }: ClockName): Promise<number | undefined> {
    const [clock] = await this.dataSource.query<Clock[]>(
      `select offset_seconds from institution_clock
       where entity_id = $1 and run = $2 and ${IS_KEPT}`,
      [entityId, run],
    );
    return clock?.offset_seconds;
  }

  /**
   * The number of the institution's other clocks of test runs; deletes the ended ones, and locks the
   * clocks until the transaction ends.
   */
  async otherRuns(manager: EntityManager, { entityId, run = NO_RUN }: ClockName): Promise<number> {
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `institution_clock ${entityId}`,
    ]);
    await manager.query(`delete from institution_clock where entity_id = $1 and not ${IS_KEPT}`, [
      entityId,
    ]);
    const [counted] = await manager.query<{ readonly others: number }[]>(
      `select count(*)::int as others from institution_clock
       where entity_id = $1 and run not in ($2, '${NO_RUN}')`,
      [entityId, run],
    );
    return counted?.others ?? 0;
  }

  /** Adds to the offset; undefined, and nothing changes, if it would be greater than the maximum. */
  async advance(
    manager: EntityManager,
    { entityId, run = NO_RUN }: ClockName,
    seconds: number,
    maximum: number,
  ): Promise<number | undefined> {
    const [clock] = await manager.query<Clock[]>(
      `insert into institution_clock as clock (entity_id, run, offset_seconds) values ($1, $2, $3)
       on conflict (entity_id, run)
       do update set offset_seconds = clock.offset_seconds + $3, moved_at = now()
       where clock.offset_seconds <= $4::int - $3
       returning offset_seconds`,
      [entityId, run, seconds, maximum],
    );
    return clock?.offset_seconds;
  }

  async reset(manager: EntityManager, { entityId, run = NO_RUN }: ClockName): Promise<void> {
    await manager.query('delete from institution_clock where entity_id = $1 and run = $2', [
      entityId,
      run,
    ]);
  }
}
