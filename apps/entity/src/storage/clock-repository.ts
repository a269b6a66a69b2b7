import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A clock that an institution moved forward. */
interface Clock {
  readonly offset_seconds: number;
}

/** How far each institution of a sandbox moved its clock, in seconds (decision 0085). */
@Injectable()
export class ClockRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Undefined for a clock that was not moved. */
  async offsetOf(entityId: string): Promise<number | undefined> {
    const [clock] = await this.dataSource.query<Clock[]>(
      'select offset_seconds from institution_clock where entity_id = $1',
      [entityId],
    );
    return clock?.offset_seconds;
  }

  /** Adds to the offset; undefined, and nothing changes, if it would be greater than the maximum. */
  async advance(
    manager: EntityManager,
    entityId: string,
    seconds: number,
    maximum: number,
  ): Promise<number | undefined> {
    const [clock] = await manager.query<Clock[]>(
      `insert into institution_clock as clock values ($1, $2)
       on conflict (entity_id) do update set offset_seconds = clock.offset_seconds + $2
       where clock.offset_seconds <= $3::int - $2
       returning offset_seconds`,
      [entityId, seconds, maximum],
    );
    return clock?.offset_seconds;
  }

  async reset(manager: EntityManager, entityId: string): Promise<void> {
    await manager.query('delete from institution_clock where entity_id = $1', [entityId]);
  }
}
