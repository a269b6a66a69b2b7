import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';
import { fold } from '../../domain/fold.js';

const BATCH = 5_000;

const NAMES = [
  ['consumer_identity', 'first_name'],
  ['consumer_identity', 'last_name'],
  ['business_identity', 'legal_name'],
  ['business_identity', 'dba_name'],
] as const;

/** The partial matches of contract 4.2, one for each parameter: index, table, folded text. */
const SEARCHED = [
  ['consumer_by_first_name', 'consumer_identity', 'first_name_folded'],
  ['consumer_by_last_name', 'consumer_identity', 'last_name_folded'],
  ['consumer_by_email', 'consumer_identity', 'email'],
  ['business_by_legal_name', 'business_identity', 'legal_name_folded'],
  ['business_by_dba_name', 'business_identity', 'dba_name_folded'],
  ['business_by_email', 'business_identity', 'email'],
] as const;

/**
 * pg_trgm indexes no part of fewer than three characters, and no punctuation: such a search scanned
 * every row. These indexes hold every part of one, two and three characters, within a network.
 */
export class IndexPartsOfNames1700000300000 extends ForwardOnlyMigration {
  readonly name = 'IndexPartsOfNames1700000300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ${SEARCHED.map(([index]) => index).join(', ')}`);
    await this.createTextGrams(runner);
    for (const [table, column] of NAMES) await this.refold(runner, table, column);
    // Allows indexes over parts to begin with the network.
    await runner.query('create extension if not exists btree_gin');
    for (const [index, table, column] of SEARCHED) {
      await runner.query(
        `create index ${index} on ${table} using gin (network_id, text_grams(${column}))`,
      );
    }
  }

  /** Its cost is that of the few rows that pass the cheaper condition beside it. */
  private async createTextGrams(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function text_grams(folded text) returns text[]
      language plpgsql immutable strict parallel safe cost 10 as $$
      declare
        grams text[] := string_to_array(folded, null);
      begin
        -- Shorter parts at the end of the text are already in the list.
        for i in 1 .. char_length(folded) - 1 loop
          grams := grams || substr(folded, i, 2) || substr(folded, i, 3);
        end loop;
        return grams;
      end $$`);
  }

  /** Names were lowered as a whole before: letters outside ASCII may fold differently. */
  private async refold(runner: QueryRunner, table: string, column: string): Promise<void> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = (await runner.query(
        `select id, ${column} as name from ${table}
         where id > $1 and octet_length(${column}) <> char_length(${column})
         order by id limit ${BATCH}`,
        [after],
      )) as { id: string; name: string }[];
      const last = rows.at(-1);
      if (!last) return;
      await runner.query(
        `update ${table} i set ${column}_folded = new.folded
         from unnest($1::uuid[], $2::text[]) new (id, folded) where i.id = new.id`,
        [rows.map(({ id }) => id), rows.map(({ name }) => fold(name))],
      );
      after = last.id;
    }
  }
}
