import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** A network cannot see which organizations another network has registered (decision 0036). */
export class RegisterOrganizationsByNetwork1700000500000 extends ForwardOnlyMigration {
  readonly name = 'RegisterOrganizationsByNetwork1700000500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table institution drop constraint institution_by_organization');
    // Resolves a token's organization in each network that registered it.
    await runner.query(
      'create unique index institution_by_organization on institution (org_id, home_network_id)',
    );
  }
}
