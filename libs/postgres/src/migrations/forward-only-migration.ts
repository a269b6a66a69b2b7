import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The contract step of a migration: removes objects that no supported release uses. */
export interface ContractStep {
  /** The first release without the removed objects; it must be released before this migration. */
  readonly unusedSince: string;
}

/** A schema moves forward only; the previous version of the code must keep working with it. */
export abstract class ForwardOnlyMigration implements MigrationInterface {
  /**
   * Declares that it removes objects that the previous version does not use; otherwise it may
   * remove nothing.
   */
  readonly contract?: ContractStep;

  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
