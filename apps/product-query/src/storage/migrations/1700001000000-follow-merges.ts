import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * The remaining subject of each merged one. Consents recorded while consumers matched by SSN alone
 * are found by the consumer's id: its published hashes include the id and no longer the SSN.
 */
export class FollowMerges1700001000000 extends ForwardOnlyMigration {
  readonly name = 'FollowMerges1700001000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subject_copy add column merged_into uuid');
    await runner.query(`
      update consent_copy
      set match_hashes = match_hashes || (state::jsonb ->> 'consumer_id'),
        state = jsonb_set(state::jsonb, '{match_hashes}',
          (state::jsonb -> 'match_hashes') || (state::jsonb -> 'consumer_id'))::text
      where state::jsonb ->> 'consumer_id' is not null
        and not match_hashes @> array[state::jsonb ->> 'consumer_id']`);
  }
}
