import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A schema moves forward only; the previous version of the code must keep working with it. */
export abstract class ForwardOnlyMigration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
