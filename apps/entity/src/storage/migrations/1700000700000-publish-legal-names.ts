import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * Publishes each named business again with its legal name, which product-query returns and which
 * earlier events did not have. The row lock of a business keeps the order of its events.
 */
export class PublishLegalNames1700000700000 extends ForwardOnlyMigration {
  readonly name = 'PublishLegalNames1700000700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      with named as (
        update business_identity set revision = revision + 1
        where legal_name is not null
        returning id, network_id, legal_name, ein_match_hash, revision
      )
      insert into outbox (id, topic, key, type, source, time, data, audit_chains)
      select gen_random_uuid(), 'entity.events', id::text, 'entity.business-identified.v1', 'entity',
        now(), json_build_object(
          'business_id', id,
          'network_id', network_id,
          'match_hashes', array(
            select match_hash from business_registration where business_id = named.id
            order by position) || array_remove(array[ein_match_hash], null),
          'business_legal_name', legal_name,
          'revision', revision
        )::text, ''
      from named`);
  }
}
