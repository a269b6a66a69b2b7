import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { BillingError } from './billing-error.js';
import { onlyProcessIn } from './only-process.js';

/** No process has this id: it is above what Linux gives. */
const NOBODY = 99_999_999;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billing-mark-'));
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const mark = () => join(folder, 'consumer.pid');
const left = (text: string) => {
  writeFileSync(mark(), text);
};
const ofThisHost = (pid: number) => `${hostname()} ${pid}\n`;

test('books are written by one process at a time', () => {
  // The parent of this process lives.
  left(ofThisHost(process.ppid));
  expect(() => onlyProcessIn(folder)).toThrow(`Process ${process.ppid} consumes into`);
  expect(readFileSync(mark(), 'utf8')).toBe(ofThisHost(process.ppid));
});

test.each([
  ['that was killed', NOBODY],
  ['that was killed, and had the id that a container gives to each', process.pid],
])('books are taken over from a process of the same host %s', (_, pid) => {
  left(ofThisHost(pid));
  const leave = onlyProcessIn(folder);
  expect(readFileSync(mark(), 'utf8')).toBe(ofThisHost(process.pid));
  leave();
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['of another host, with the id of this one', `elsewhere ${process.pid}\n`, 'on elsewhere'],
  ['of another host, with an id that is nobody here', `elsewhere ${NOBODY}\n`, 'on elsewhere'],
  ['without a host', String(NOBODY), 'does not say which process'],
  ['that is empty', '', 'does not say which process'],
])('books are not taken over by a mark %s, and what to do is said', (_, text, said) => {
  left(text);
  expect(() => onlyProcessIn(folder)).toThrow(BillingError);
  expect(() => onlyProcessIn(folder)).toThrow(said);
  expect(() => onlyProcessIn(folder)).toThrow(`If it is gone for good, delete ${mark()}`);
  expect(readFileSync(mark(), 'utf8')).toBe(text);
});

test('a mark that somebody is taking over is left alone', () => {
  left(ofThisHost(NOBODY));
  writeFileSync(`${mark()}.taking-over`, ofThisHost(process.ppid));
  expect(() => onlyProcessIn(folder)).toThrow(`delete ${mark()}.taking-over`);
  expect(readFileSync(mark(), 'utf8')).toBe(ofThisHost(NOBODY));
});

test('a mark comes to be with its text in it, and is never read empty', () => {
  const { linkSync } = fs;
  const placed: unknown[] = [];
  jest.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
    placed.push([to, readFileSync(from, 'utf8'), fs.existsSync(to)]);
    linkSync(from, to);
  });
  onlyProcessIn(folder);
  expect(placed).toEqual([[mark(), ofThisHost(process.pid), false]]);
  expect(readdirSync(folder)).toEqual(['consumer.pid']);
});

test('who leaves does not take the mark of another one along', () => {
  const leave = onlyProcessIn(folder);
  left(ofThisHost(process.ppid));
  leave();
  expect(readFileSync(mark(), 'utf8')).toBe(ofThisHost(process.ppid));
});

const ROUNDS = 200;

test('of several processes that find the same mark, one takes it over', async () => {
  const processes = Array.from({ length: 4 }, () => fork('dist/testing/competing-consumer.js'));
  try {
    await Promise.all(processes.map((one) => once(one, 'message')));
    for (let round = 0; round < ROUNDS; round += 1) {
      const books = join(folder, String(round));
      mkdirSync(books);
      writeFileSync(join(books, 'consumer.pid'), ofThisHost(NOBODY));
      const answers = await Promise.all(processes.map((one) => asked(one, books)));
      expect({ round, only: answers.filter((isOnly) => isOnly) }).toEqual({ round, only: [true] });
    }
  } finally {
    for (const one of processes) one.kill();
  }
});

async function asked(process: ChildProcess, books: string): Promise<boolean> {
  const answer: Promise<readonly unknown[]> = once(process, 'message');
  process.send(books);
  const [isOnly] = await answer;
  return isOnly === true;
}
