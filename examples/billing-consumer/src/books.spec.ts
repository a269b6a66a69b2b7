import { randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { Books, countedIn, rejectedEntries, type Counted } from './books.js';
import { queryEvent } from './testing/query-events.js';
import { temporaryFolder } from './testing/temporary-folder.js';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder('books');
});

const entry = (event = queryEvent(), offset = '0'): Counted => ({
  ...{ partition: 0, offset, event },
  ce_id: randomUUID(),
});

/** As after a crash: what was not saved is gone. */
function reopened<Result>(use: (books: Books) => Result): Result {
  const books = new Books(folder);
  try {
    return use(books);
  } finally {
    books.close();
  }
}

test('a query event counts once, also after the program started anew', () => {
  const one = entry();
  reopened((books) => {
    expect(books.count(one)).toBe('counted');
    expect(books.count({ ...one, offset: '1', ce_id: randomUUID() })).toBe('duplicate');
    books.save();
  });
  reopened((books) => {
    expect(books.count(one)).toBe('duplicate');
    books.save();
  });
  expect([...countedIn(folder)]).toEqual([one.event]);
});

test('a query event that says otherwise than the one that counts does not', () => {
  const one = entry(queryEvent({ outcome: 'no_result' }));
  reopened((books) => {
    books.count(one);
    expect(books.count({ ...one, event: { ...one.event, outcome: 'issued' } })).toBe('rejected');
    books.save();
  });
  expect([...countedIn(folder)]).toEqual([one.event]);
});

test('what was not saved does not count', () => {
  reopened((books) => books.count(entry()));
  expect([...countedIn(folder)]).toEqual([]);
});

test.each([
  ['half a line', (line: string) => line.slice(0, line.length / 2)],
  ['a line without its end', (line: string) => line],
  ['half a character', (line: string) => Buffer.from(`${line.slice(0, 30)}é`).subarray(0, -1)],
])('%s, which a crash left at the end, is cut off, and what it told of counts again', (_, torn) => {
  const [one, two] = [entry(), entry()];
  reopened((books) => {
    books.count(one);
    books.save();
  });
  appendFileSync(join(folder, 'ledger.jsonl'), torn(JSON.stringify(two)));
  expect([...countedIn(folder)]).toEqual([one.event]);
  reopened((books) => {
    expect(books.count(one)).toBe('duplicate');
    expect(books.count(two)).toBe('counted');
    books.save();
  });
  expect([...countedIn(folder)]).toEqual([one.event, two.event]);
});

test('a line in the midst that is not JSON is named, and nothing is billed', () => {
  const path = join(folder, 'ledger.jsonl');
  writeFileSync(path, `${JSON.stringify(entry())}\n{"torn\n${JSON.stringify(entry())}\n`);
  expect(() => [...countedIn(folder)]).toThrow('ledger.jsonl: line 2 is not JSON');
  expect(() => new Books(folder)).toThrow('line 2 is not JSON');
});

test('a message is set aside once, with its reason and all that it was', () => {
  const message = { partition: 3, offset: '7', reason: 'no', headers: { a: 'b' }, value: 'x' };
  for (const outcome of ['rejected', 'duplicate']) {
    reopened((books) => {
      expect(books.reject(message)).toBe(outcome);
      books.save();
    });
  }
  expect([...rejectedEntries(folder)]).toEqual([message]);
});

test.each([
  ['value', { value: 'y' }],
  ['ce_id', { headers: { ce_id: 'another' } }],
])(
  'a message with another %s at the same place, of a topic made anew, is set aside too',
  (_, change) => {
    const message = {
      partition: 3,
      offset: '7',
      reason: 'no',
      headers: { ce_id: 'b' },
      value: 'x',
    };
    const other = { ...message, ...change };
    reopened((books) => {
      books.reject(message);
      books.save();
    });
    reopened((books) => {
      expect(books.reject(other)).toBe('rejected');
      expect(books.reject(message)).toBe('duplicate');
      books.save();
    });
    expect([...rejectedEntries(folder)]).toEqual([message, other]);
  },
);

test('a query event that two programs entered counts once, and is told of', () => {
  const [one, two] = [entry(), entry()];
  const otherwise = { ...one, event: { ...one.event, outcome: 'no_result' } };
  const reversed = Object.fromEntries(Object.entries(one.event).reverse());
  const lines = [one, two, { ...one, event: reversed }, otherwise];
  writeFileSync(
    join(folder, 'ledger.jsonl'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  const repeated: unknown[] = [];
  const counted = [...countedIn(folder, (event, standing) => repeated.push([event, standing]))];
  expect(counted).toEqual([one.event, two.event]);
  expect(repeated).toEqual([
    [one.event, 'same'],
    [otherwise.event, 'otherwise'],
  ]);
});
