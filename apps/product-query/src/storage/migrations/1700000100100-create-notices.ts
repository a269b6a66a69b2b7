import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateNotices1700000100100 extends ForwardOnlyMigration {
  readonly name = 'CreateNotices1700000100100';

  async up(runner: QueryRunner): Promise<void> {
    const triggers = Object.entries(CHANGES).flatMap(([table, causes]) =>
      triggersOf(table, causes),
    );
    for (const statement of [...ANSWERS, ...NOTICES, ...CAUSES, ...triggers, ...OF_ENDPOINTS]) {
      await runner.query(statement);
    }
  }
}

const ANSWERS = [
  // The issued answers of the institutions that had an enabled endpoint. `keys` finds the answers
  // that a change affects: the hashes of the subject, and the ids that the last assembly considered.
  // `notified` is the state of the answer in its last notice; null: as it was issued.
  `create table followed_answer (
    query_event_id uuid primary key,
    entity_id uuid not null,
    occurred_at timestamptz not null,
    network_ids uuid[] not null,
    product_id uuid not null,
    keys text[] not null,
    notified jsonb
  )`,
  // Without a list of pending entries, which each search for keys would read; inserting costs the same.
  'create index followed_answer_by_key on followed_answer using gin (keys) with (fastupdate = off)',
  'create index followed_answer_by_product on followed_answer (product_id)',
  'create index followed_answer_by_institution on followed_answer (entity_id)',
  'create index followed_answer_by_time on followed_answer (occurred_at)',
  // When each is assembled again; apart from the answers, whose indexes an update would extend.
  `create table due_answer (
    query_event_id uuid primary key,
    due_at timestamptz not null
  )`,
  'create index due_answer_by_time on due_answer (due_at)',
];

const NOTICES = [
  // `replaced_by` is the query that renewed the certificate, which the institution relies on instead.
  `create table notice (
    notice_id uuid primary key,
    entity_id uuid not null,
    query_event_id uuid not null,
    certificate_id uuid,
    network_ids uuid[] not null,
    product_id uuid not null,
    subject_id uuid,
    kind text not null,
    groups text[] not null,
    since timestamptz not null,
    created_at timestamptz not null,
    replaced_by uuid
  )`,
  'create index notice_by_institution on notice (entity_id, notice_id)',
  'create index notice_by_time on notice (created_at)',
  'create index notice_by_replaced on notice (query_event_id) where replaced_by is not null',
];

const CAUSES = [
  // A change of data after which answers are assembled again: those with one of the keys, of the
  // product, the network and the institution; null for any.
  `create table notice_cause (
    seq bigint generated always as identity primary key,
    keys text[],
    product_id uuid,
    network_id uuid,
    entity_id uuid,
    entered_at timestamptz not null default clock_timestamp()
  )`,
  // A subscription whose answers are looked for, from the place of the last one on. It begins when
  // every transaction before `fence` has ended, because one of them may not know the subscription.
  `create table notice_backfill (
    entity_id uuid primary key,
    fence xid8,
    place_at timestamptz,
    place_id uuid,
    entered_at timestamptz not null default clock_timestamp()
  )`,
];

/** The changes of read models that can change an answer: each with the causes in its `changed` rows. */
const CHANGES: Readonly<Record<string, string>> = {
  statement: `(keys)
    select match_hashes from subject_copy where subject_id in (select subject_id from changed)`,
  subject_copy: `(keys) select match_hashes from changed`,
  consent_copy: `(keys, entity_id)
    select match_hashes || consent_id::text, (state::json ->> 'entity_id')::uuid from changed`,
  // A query can name the policy of another network.
  policy_copy: `(keys, product_id, network_id)
    select array[policy_id::text], product_id, null from changed
    union all select null, product_id, network_id from changed`,
  attestation_copy: `(keys, product_id) select array[entity_id::text], product_id from changed`,
  // Of a furnisher, and of a querier.
  membership_copy: `(keys, network_id, entity_id)
    select array[split_part(membership, '/', 2)], split_part(membership, '/', 1)::uuid, null
    from changed
    union all
    select null, split_part(membership, '/', 1)::uuid, split_part(membership, '/', 2)::uuid
    from changed`,
  dispute_copy: `(keys) select array[record_id::text] from changed`,
};

/** A statement on the table enters its causes in its transaction, while an endpoint is enabled. */
function triggersOf(table: string, causes: string): string[] {
  const rows = ['insert new', 'update new', 'update old', 'delete old'];
  return [
    `create function enter_causes_of_${table}() returns trigger language plpgsql as $$
    begin
      if exists (select from notice_endpoint where state = 'enabled') then
        insert into notice_cause ${causes};
      end if;
      return null;
    end $$`,
    ...rows.map((row) => {
      const [statement = '', version = ''] = row.split(' ');
      return `create trigger causes_of_${statement}_${version} after ${statement} on ${table}
        referencing ${version} table as changed
        for each statement execute function enter_causes_of_${table}()`;
    }),
  ];
}

const OF_ENDPOINTS = [
  `create function enter_notice_backfill() returns trigger language plpgsql as $$
  begin
    insert into notice_backfill (entity_id) values (new.entity_id)
    on conflict (entity_id) do update set fence = null, place_at = null, place_id = null;
    return null;
  end $$`,
  `create trigger backfill_of_insert after insert on notice_endpoint
    for each row when (new.state = 'enabled') execute function enter_notice_backfill()`,
  `create trigger backfill_of_update
    after update of network_ids, product_ids, kinds, window_days, state on notice_endpoint
    for each row when (new.state = 'enabled') execute function enter_notice_backfill()`,
];
