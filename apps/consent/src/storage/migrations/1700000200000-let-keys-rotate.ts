import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * Re-encryption keeps the identity on a consent the same. The transaction that re-encrypts
 * declares itself; all other changes are still rejected (decision 37).
 */
export class LetKeysRotate1700000200000 extends ForwardOnlyMigration {
  readonly name = 'LetKeysRotate1700000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger consent_identity_is_immutable on consent');
    const evidence = ['id', 'kind', 'entity_id', 'network_id', 'subject_id', 'created_at'];
    const row = (name: string) => evidence.map((column) => `${name}.${column}`).join(', ');
    await runner.query(`
      create trigger consent_identity_is_immutable before update on consent
      for each row when ((${row('old')}) is distinct from (${row('new')})
        or (old.sealed_identity is distinct from new.sealed_identity
            and coalesce(current_setting('ndx.rewrites_sealed_values', true), '') <> 'on'))
      execute function refuse_change_of_evidence()`);
  }
}
