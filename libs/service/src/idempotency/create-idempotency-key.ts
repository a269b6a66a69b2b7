import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from '@ndx/postgres';

export class CreateIdempotencyKey1700000000200 extends ForwardOnlyMigration {
  readonly name = 'CreateIdempotencyKey1700000000200';

  async up(runner: QueryRunner): Promise<void> {
    // The transaction that inserts a row holds the key until it ends and sets the answer: a visible
    // row has one. `answer` is encrypted, and so cannot be compressed; like a certificate's body it
    // is stored inline.
    await runner.query(`
      create table idempotency_key (
        scope bytea primary key,
        answer text,
        undelivered text,
        answered_at timestamptz not null default now()
      ) with (toast_tuple_target = 8160)`);
    await runner.query('alter table idempotency_key alter column answer set storage external');
    await runner.query('create index idempotency_key_by_age on idempotency_key (answered_at)');
  }
}
