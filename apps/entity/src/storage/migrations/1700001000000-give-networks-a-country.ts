import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Bare jurisdictions are subdivisions of it; existing networks are in the US. */
export class GiveNetworksACountry1700001000000 extends ForwardOnlyMigration {
  readonly name = 'GiveNetworksACountry1700001000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table network add column country text not null default 'US'`);
  }
}
