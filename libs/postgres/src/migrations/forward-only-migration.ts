import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last of three steps: what an earlier release needed goes, now that none of it runs. */
export interface ContractStep {
  /** The first release that did without what this removes; it must be out before this is. */
  readonly unusedSince: string;
}

/** A schema moves forward only; the previous version of the code must go on working beside it. */
export abstract class ForwardOnlyMigration implements MigrationInterface {
  /** Says that it removes what the previous version does without; else it may remove nothing. */
  readonly contract?: ContractStep;

  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
