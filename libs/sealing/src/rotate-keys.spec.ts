import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@ndx/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { CreateSealingKeys1700000000100, requireSealingKeys } from './key-registry.js';
import { countKeys } from './count-keys.js';
import { rotateKeys, RotationUnfinished, type RotationOptions } from './rotate-keys.js';
import type { SealedColumn } from './sealed-column.js';
import { Sealer } from './sealer.js';
import { undeclaredSealedValues } from './undeclared-sealed-values.js';

const OLD = { id: 'old', key: randomBytes(32) };
const NEW = { id: 'new', key: randomBytes(32) };
const before = new Sealer([OLD, NEW]);
const after = new Sealer([NEW, OLD]);

const COLUMNS: readonly SealedColumn[] = [
  { table: 'person', column: 'ssn' },
  { table: 'person', column: 'document', members: ['ein'] },
  { table: 'setting', column: 'value', where: "name = 'secret'" },
];

let database: TestDatabase;
let dataSource: DataSource;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = new DataSource({
    type: 'postgres',
    url: database.url,
    migrations: [CreateSealingKeys1700000000100],
  });
  await dataSource.initialize();
  await dataSource.runMigrations();
  await dataSource.query(`
    create table person (realm uuid, number integer, ssn text, document jsonb, note text,
                         primary key (number, realm));
    create table setting (name text primary key, value text)`);
  pool = new pg.Pool({ connectionString: database.url });
});

beforeEach(() => dataSource.query('truncate person, setting, sealing_key'));

afterAll(async () => {
  await pool.end();
  await dataSource.destroy();
  await database.drop();
});

const quiet: RotationOptions = { batch: 7, onProgress: () => undefined };
const rotate = (options = quiet) => rotateKeys(dataSource, COLUMNS, after, options);
const counts = async () => (await countKeys(dataSource, COLUMNS, 'new')).values;

async function insertPeople(count: number, sealer = before): Promise<void> {
  for (let number = 0; number < count; number += 1) await insertPerson(number, sealer);
}

async function insertPerson(number: number, sealer: Sealer): Promise<void> {
  // The amount cannot be represented as a floating point number.
  const payload = JSON.stringify({ models: [{ ein: sealer.seal(`ein ${number}`) }] });
  await dataSource.query('insert into person values (gen_random_uuid(), $1, $2, $3, $4)', [
    number,
    sealer.seal(`ssn ${number}`),
    `{"amount": 12345678901234567.10, "deep": [{"ein": "${sealer.seal(`ein ${number}`)}"}],
      "data": ${JSON.stringify(payload)}}`,
    null,
  ]);
}

describe('rotating keys', () => {
  test('leaves every value under the new key, readable, and the rest of its document unchanged', async () => {
    await insertPeople(20);
    await dataSource.query("insert into setting values ('secret', $1), ('plain', 'ssn')", [
      JSON.stringify(before.seal('hidden')),
    ]);
    expect(await counts()).toEqual({ new: 0, old: 61 });
    expect(await rotate()).toEqual({ rewritten: 41, unreadable: [] });
    expect(await counts()).toEqual({ new: 61 });

    const onlyNew = new Sealer([NEW]);
    const rows = await dataSource.query<{ number: number; ssn: string; document: string }[]>(
      'select number, ssn, document::text from person order by number',
    );
    expect(rows.map(({ ssn }) => onlyNew.open(ssn))).toEqual(
      rows.map(({ number }) => `ssn ${number}`),
    );
    expect(rows[3]?.document).toContain('12345678901234567.10');
    const document = JSON.parse(rows[3]?.document ?? '') as {
      deep: [{ ein: string }];
      data: string;
    };
    expect(onlyNew.open(document.deep[0].ein)).toBe('ein 3');
    const { models } = JSON.parse(document.data) as { models: [{ ein: string }] };
    expect(onlyNew.open(models[0].ein)).toBe('ein 3');
  });

  test('reports progress', async () => {
    await insertPeople(10);
    const reported: string[] = [];
    await rotate({ batch: 4, onProgress: ({ done, of }) => reported.push(`${done}/${of}`) });
    // Two columns of ten rows; a row counts once, however many values it has.
    expect(reported).toEqual(['4/20', '8/20', '10/20', '14/20', '18/20', '20/20']);
  });

  test('again has nothing to do', async () => {
    await insertPeople(3);
    await rotate();
    const rows = () => dataSource.query<unknown[]>('select xmin, * from person order by number');
    const settled = await rows();
    expect(await rotate()).toEqual({ rewritten: 0, unreadable: [] });
    expect(await rows()).toEqual(settled);
  });

  test('resumes after an interruption', async () => {
    await insertPeople(20);
    const breakOff = () => {
      throw new Error('broken off');
    };
    await expect(rotate({ batch: 5, onProgress: breakOff })).rejects.toThrow('broken off');
    expect(await counts()).toEqual({ new: 5, old: 55 });
    expect(await rotate()).toEqual({ rewritten: 35, unreadable: [] });
    expect(await counts()).toEqual({ new: 60 });
  });

  test('never loses concurrent writes', async () => {
    await insertPeople(40);
    const writes = Array.from({ length: 40 }, (_, number) => async () => {
      const ssn = before.seal(`written ${number}`);
      await pool.query('update person set ssn = $2 where number = $1', [number, ssn]);
    });
    let next = 0;
    const writing: Promise<void>[] = [];
    // The writes happen between the reading of a batch and its writing.
    const onProgress = () => {
      for (let more = 0; more < 4; more += 1) {
        const write = writes[next++];
        if (write) writing.push(write());
      }
    };
    await rotate({ batch: 3, onProgress });
    await Promise.all([...writing, ...writes.slice(next).map((write) => write())]);
    await rotate();
    const rows = await dataSource.query<{ ssn: string }[]>(
      'select ssn from person order by number',
    );
    expect(rows.map(({ ssn }) => new Sealer([NEW]).open(ssn))).toEqual(
      rows.map((_, number) => `written ${number}`),
    );
  });

  test('skips a locked row, and rotates it once it is released', async () => {
    await insertPeople(5);
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('update person set ssn = $1 where number = 2', [before.seal('held')]);
    let committed: Promise<unknown> | undefined;
    await rotate({
      ...quiet,
      // Resolves only if the other rows are rewritten while this one is locked.
      onProgress: () => {
        committed ??= holder.query('commit');
      },
    });
    await committed;
    holder.release();
    expect(await counts()).toEqual({ new: 15 });
    const [row] = await dataSource.query<{ ssn: string }[]>(
      'select ssn from person where number = 2',
    );
    expect(after.open(row?.ssn ?? '')).toBe('held');
  });

  test('reports rows that no key decrypts, skips them, and rewrites all others', async () => {
    await insertPeople(3);
    await insertPerson(3, new Sealer([{ id: 'lost', key: randomBytes(32) }]));
    const { unreadable } = await rotate();
    expect(unreadable).toEqual([
      expect.stringMatching(/^person 3 [0-9a-f-]{36}$/),
      expect.stringMatching(/^person 3 [0-9a-f-]{36}$/),
    ]);
    expect(await counts()).toEqual({ new: 9, lost: 3 });
  });

  test('reports another process that still encrypts under another key', async () => {
    await insertPeople(1);
    await dataSource.query(`
      create function go_on() returns trigger language plpgsql as
      $$ begin insert into person (realm, number, ssn) values (gen_random_uuid(), 1, tg_argv[0]); return null; end $$`);
    await dataSource.query(`
      create trigger go_on after update on person
      for each row execute function go_on('${before.seal('again')}')`);
    try {
      await expect(rotate()).rejects.toThrow(RotationUnfinished);
    } finally {
      await dataSource.query('drop function go_on cascade');
    }
  });
});

describe('the keys that a database needs', () => {
  const boot = (...keys: readonly { id: string; key: Buffer }[]) =>
    requireSealingKeys('entity', dataSource, keys);

  test('are all required at boot', async () => {
    await boot(OLD);
    await boot(NEW, OLD);
    await expect(boot(NEW)).rejects.toThrow('SEALING_KEYS: lacks the key old');
    await expect(boot({ id: 'other', key: randomBytes(32) })).rejects.toThrow(
      /lacks the key old.*\n.*lacks the key new/,
    );
  });

  test('are distinguished from others with the same id', async () => {
    await boot(OLD);
    await expect(boot({ id: 'old', key: randomBytes(32) })).rejects.toThrow(
      'has another key under the name old',
    );
  });

  test('are the keys of stored values: after a rotation the old one may be removed', async () => {
    await boot(OLD);
    await insertPeople(2);
    await boot(NEW, OLD);
    await rotate();
    await boot(NEW);
  });

  test('stay required while there is a value that cannot be decrypted', async () => {
    await boot(OLD);
    await boot(NEW, OLD);
    await insertPerson(1, new Sealer([{ id: 'lost', key: randomBytes(32) }]));
    await rotate();
    await expect(boot(NEW)).rejects.toThrow('lacks the key old');
  });
});

describe('an encrypted value', () => {
  test('in an undeclared column is found, anywhere in its text', async () => {
    await insertPeople(2);
    expect(await undeclaredSealedValues(pool, COLUMNS)).toEqual([]);
    await dataSource.query('update person set note = $1', [`see ${before.seal('hidden')}`]);
    await dataSource.query('insert into setting values ($1, $2)', ['plain', before.seal('hidden')]);
    await dataSource.query(`update person set document = jsonb_build_object('name', $1::text)`, [
      before.seal('hidden'),
    ]);
    expect(await undeclaredSealedValues(pool, COLUMNS)).toEqual([
      'person.document',
      'person.note',
      'setting.value',
    ]);
  });
});
