import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CommanderError } from '@ndx/command-line';
import { readOptions } from './options.js';

const URL_AND_TOKEN = ['--base-url', 'https://exchange.example', '--token', 'mine'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the command line', () => {
  test('accepts a deployment and a token', () => {
    expect(readOptions(URL_AND_TOKEN, {})).toEqual({
      renew: expect.any(Function),
      baseUrl: 'https://exchange.example',
      tokens: { own: 'mine' },
      only: [],
      jsonFile: undefined,
      allowSkipped: false,
    });
  });

  test('accepts further tokens, sections and a file for the report', () => {
    const args = [
      ...['--other-token', 'b', '--unprivileged-token', 'c', '--stranger-token', 'd'],
      ...['--expired-token', 'e', '--foreign-token', 'f'],
      ...['--only', '4.5', '--only', 'design 9', '--json', join(folder, 'report.json')],
      ...['--allow-skipped', '--receiver-url', 'http://10.0.0.7:9000/notices'],
    ];
    expect(readOptions([...URL_AND_TOKEN, ...args], {})).toMatchObject({
      tokens: {
        own: 'mine',
        other: 'b',
        unprivileged: 'c',
        stranger: 'd',
        expired: 'e',
        foreign: 'f',
      },
      only: ['4.5', 'design 9'],
      receiverUrl: 'http://10.0.0.7:9000/notices',
      jsonFile: join(folder, 'report.json'),
      allowSkipped: true,
    });
  });

  test('accepts tokens from the environment, which a list of processes does not show', () => {
    const env = {
      CONFORMANCE_BASE_URL: 'http://localhost:8080',
      CONFORMANCE_TOKEN: 'mine',
      CONFORMANCE_OTHER_TOKEN: 'theirs',
    };
    expect(readOptions([], env)).toMatchObject({
      baseUrl: 'http://localhost:8080',
      tokens: { own: 'mine', other: 'theirs' },
    });
    expect(readOptions(['--token', 'another'], env).tokens.own).toBe('another');
  });

  test('accepts a file with a token', () => {
    const file = join(folder, 'token');
    writeFileSync(file, 'from-file\n');
    const args = ['--base-url', 'http://localhost:8080', '--token', `@${file}`];
    expect(readOptions(args, {}).tokens.own).toBe('from-file');
  });
});

describe('is rejected with the reason', () => {
  test.each([
    [[], '--token is missing.'],
    [['--token', 'mine'], '--base-url is missing.'],
    [['--token', 'mine', '--base-url', 'localhost'], '--base-url must be an http or https address'],
    [['--token', 'mine', '--base-url', 'ftp://x'], '--base-url must be an http or https address'],
    [[...URL_AND_TOKEN, '--receiver-url', 'me'], '--receiver-url must be an http or https address'],
    [[...URL_AND_TOKEN, '--tokens', 'x'], "unknown option '--tokens'"],
    [[...URL_AND_TOKEN, 'x'], 'too many arguments'],
    [[...URL_AND_TOKEN, '--other-token', 'two words'], '--other-token is no token'],
    [[...URL_AND_TOKEN, '--other-token', '@/no/such/file'], '--other-token cannot be read: '],
  ])('%j', (args, message) => {
    const read = () => readOptions(args, {});
    expect(read).toThrow(CommanderError);
    expect(read).toThrow(message);
  });
});

test('a token from a file can be read again, any other cannot', () => {
  const file = join(folder, 'fresh');
  writeFileSync(file, 'first');
  const args = [...URL_AND_TOKEN, '--other-token', `@${file}`];
  const { tokens, renew } = readOptions(args, {});
  expect(tokens.other).toBe('first');
  writeFileSync(file, 'second');
  expect(renew('other')).toBe('second');
  expect(renew('own')).toBeUndefined();
});

test('a report path that is not writable fails before the run', () => {
  const args = [...URL_AND_TOKEN, '--json', join(folder, 'nowhere', 'report.json')];
  expect(() => readOptions(args, {})).toThrow(CommanderError);
});
