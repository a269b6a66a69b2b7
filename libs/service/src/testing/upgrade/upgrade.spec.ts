import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@ndx/testing';
import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration, type ContractStep } from '@ndx/postgres';
import { migrateToRelease, rehearse, type Rehearsal } from './rehearsal.js';
import type { RecordedStatement } from './recorded-statements.js';
import { problemsOf } from './verdict.js';

class Released1900000000000 extends ForwardOnlyMigration {
  readonly name = 'Released1900000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table author (id int primary key, email text not null);
      create table note (
        id int primary key,
        author int,
        text text not null,
        size int not null default 0,
        kept boolean,
        constraint note_kept check (kept is not null) not valid
      );
      create index note_by_author on note (author);
      create function noted() returns trigger language plpgsql as 'begin return new; end';
      create trigger noted before insert on note for each row execute function noted()`);
  }
}

/** The next migration, of one statement or several. */
function next(statements: string, contract?: ContractStep): new () => ForwardOnlyMigration {
  return class extends ForwardOnlyMigration {
    readonly name = 'Next1900000000001';
    override readonly contract = contract as ContractStep;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(statements);
    }
  };
}

const STATEMENTS: readonly RecordedStatement[] = [
  {
    text: 'insert into note (id, author, text, kept) values ($1, $2, $3, true)',
    values: [1, null, 'x'],
  },
  { text: 'select text from note where author = $1', name: 'by-author', values: [1] },
  { text: 'insert into note (id) values ($1)', values: [2] },
];

/** The common tables of services. */
const COMMON = [
  'CreateMessaging1700000000000',
  'CreateSealingKeys1700000000100',
  'CreateIdempotencyKey1700000000200',
  'KeepWhoDidIt1700000000300',
  'CreateAudit1700000000400',
];

const RELEASED = {
  version: '1.4.0',
  migrations: ['Released1900000000000', ...COMMON],
  statements: STATEMENTS,
};

/** A database of the released version; each rehearsal upgrades a copy. */
let original: TestDatabase;

beforeAll(async () => {
  original = await createTestDatabase();
  await migrateToRelease(original.url, [Released1900000000000], RELEASED);
});

afterAll(() => original.drop());

async function upgradeTo(...migrations: (new () => object)[]): Promise<Rehearsal> {
  const copy = await createTestDatabase(original);
  const rehearsal = rehearse([Released1900000000000, ...migrations], RELEASED, copy);
  return rehearsal.finally(() => copy.drop());
}

const problems = async (...migrations: (new () => object)[]) =>
  problemsOf((await upgradeTo(...migrations)).migrations, '1.4.0');

const failing = async (...migrations: (new () => object)[]) =>
  (await upgradeTo(...migrations)).statements.filter(({ before, after }) => before !== after);

describe('a migration may', () => {
  test.each([
    ['make a table', 'create table other (id int primary key, text text not null unique)'],
    ['add a column', 'alter table note add column title text'],
    ['add a column with a default', "alter table note add column title text not null default ''"],
    [
      'refuse rows by a column that it adds',
      `alter table note add column title text;
       alter table note add constraint titled check (title <> '') not valid;
       create table page (id int primary key);
       alter table note add column page int references page;
       create unique index concurrent_title on page (id)`,
    ],
    ['let a column be null', 'alter table note alter column text drop not null'],
    ['validate what was not', 'alter table note validate constraint note_kept'],
    [
      'fill a new column of what the previous version writes',
      `alter table note add column upper text;
       create function fill_upper() returns trigger language plpgsql as
         'begin new.upper := upper(new.text); return new; end';
       create trigger fill_upper before insert or update on note
         for each row execute function fill_upper()`,
    ],
    ['index a table that it makes', 'create table o (id int); create index o_by_id on o (id)'],
  ])('%s', async (_what, statements) => {
    expect(await problems(next(statements))).toEqual([]);
  });

  test('index a table in use while writes continue', async () => {
    class ByText1900000000001 extends ForwardOnlyMigration {
      readonly name = 'ByText1900000000001';
      readonly transaction = false;

      async up(runner: QueryRunner): Promise<void> {
        await runner.query('create index concurrently note_by_text on note (text)');
      }
    }
    expect(await problems(ByText1900000000001)).toEqual([]);
  });

  test('remove objects that the released version no longer used, when it declares that', async () => {
    const drop = 'alter table note drop column size';
    expect(await problems(next(drop, { unusedSince: '1.4.0' }))).toEqual([]);
    expect(await problems(next(drop, { unusedSince: '1.5.0' }))).toEqual([
      'Next1900000000001: is for after 1.5.0, and 1.4.0 is the last that was released',
    ]);
  });
});

describe('a migration may not', () => {
  test.each([
    ['drop a table', 'drop table author', 'table author is gone'],
    ['rename a table', 'alter table author rename to writer', 'table author is gone'],
    ['drop a column', 'alter table note drop column size', 'column note.size is gone'],
    ['rename a column', 'alter table note rename text to body', 'column note.text is gone'],
    ['change a type', 'alter table note alter size type text', 'was integer and is text'],
    ['refuse null', 'alter table note alter author set not null', 'author takes no null any more'],
    ['demand a value', 'alter table note add column title text not null', 'has no default'],
    ['drop a default', 'alter table note alter size drop default', 'size has no default any more'],
    [
      'refuse what is written',
      "alter table note add constraint short check (text <> '') not valid",
      'constraint short of note may refuse what it writes',
    ],
    [
      'demand what is referred to',
      'alter table note add foreign key (author) references author not valid',
      'may refuse what it writes: FOREIGN KEY',
    ],
    [
      'demand that values differ',
      'create unique index one_each on note (author)',
      'unique index one_each may refuse what it writes',
    ],
    ['drop an index', 'drop index note_by_author', 'index note_by_author is gone'],
    ['drop a trigger', 'drop trigger noted on note', 'trigger noted on note is gone'],
    [
      'change a function',
      "create or replace function noted() returns trigger language plpgsql as 'begin return null; end'",
      'function noted() is another',
    ],
  ])('%s', async (_what, statements, problem) => {
    expect(await problems(next(statements))).toContainEqual(expect.stringContaining(problem));
  });

  test.each([
    ['rewrite a table', 'alter table note alter size type text', 'note is rewritten'],
    [
      'fill a column while it adds it',
      'alter table note add column mark uuid default gen_random_uuid()',
      'note is rewritten',
    ],
    [
      'keep writers off a table while it is indexed',
      'create index note_by_text on note (text)',
      'note takes no writes while the index note_by_text is built',
    ],
    [
      'validate a constraint as it adds it',
      "alter table note add constraint short check (text <> '')",
      'note is read as a whole to validate short of note at once',
    ],
    [
      'read a table to see that a column is never null',
      'alter table note alter author set not null',
      'note is read as a whole to see that author is never null',
    ],
  ])('%s, even if it declares that', async (_what, statements, problem) => {
    expect(await problems(next(statements, { unusedSince: '1.4.0' }))).toEqual([
      `Next1900000000001: ${problem}`,
    ]);
  });

  test('block writes to a table although it runs without a transaction', async () => {
    class ByText1900000000001 extends ForwardOnlyMigration {
      readonly name = 'ByText1900000000001';
      readonly transaction = false;
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('create index note_by_text on note (text)');
      }
    }
    expect(await problems(ByText1900000000001)).toEqual([
      'ByText1900000000001: note takes no writes while the index note_by_text is built',
    ]);
  });
});

describe('the statements of the released version', () => {
  test('are tried before and after', async () => {
    const { statements } = await upgradeTo(next('alter table note add column title text'));
    expect(statements.map(({ before, after }) => [before, after])).toEqual([
      ['ok', 'ok'],
      ['ok', 'ok'],
      ['23502', '23502'],
    ]);
  });

  test.each([
    ['a column that was renamed', 'alter table note rename text to body', '42703'],
    ['a column that demands a value', 'alter table note add column t text not null', '23502'],
    [
      'a trigger that refuses',
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end';
       create trigger refuse before insert on note for each row execute function refuse()`,
      'P0001',
    ],
    [
      'a statement that was prepared before, and now gives another type',
      'alter table note alter text type varchar(3)',
      '0A000',
    ],
  ])('have the result %s', async (_what, statements, state) => {
    expect(await failing(next(statements))).toContainEqual(
      expect.objectContaining({ before: 'ok', after: state }),
    );
  });

  test('cannot be without a migration that was released', async () => {
    const database = await createTestDatabase();
    const { missing } = await rehearse([], { ...RELEASED, statements: [] }, database);
    await database.drop();
    expect(missing).toEqual(['Released1900000000000']);
  });
});
