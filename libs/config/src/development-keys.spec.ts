import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadConfig } from './load-config.js';
import { secret, str } from './variable-kinds.js';

const COMPOSE = join(__dirname, '..', '..', '..', 'deploy', 'compose.yaml');
const [, PUBLISHED = ''] = /^x-key: (\S+)$/m.exec(readFileSync(COMPOSE, 'utf8')) ?? [];
const OWN = 'cHJpdmF0ZS1hbmQtb2Ytbm9ib2R5LWVsc2UtYXQtYWxs';

const spec = {
  ENVIRONMENT: str({ desc: '' }),
  SEALING_KEYS: secret({ desc: 'Keys' }),
  MATCH_HASH_KEY: secret({ desc: 'A key' }),
};

const load = (ENVIRONMENT: string, SEALING_KEYS: string, MATCH_HASH_KEY = OWN) =>
  loadConfig('a process', spec, { ENVIRONMENT, SEALING_KEYS, MATCH_HASH_KEY });

test('production reports all published keys at once, without their values', () => {
  expect(() => load('production', `first:${PUBLISHED}`, PUBLISHED)).toThrow(
    /2 configuration problem\(s\)\n {2}SEALING_KEYS: has a key that is published for development \(Keys\)\n {2}MATCH_HASH_KEY: has [^\n]* \(A key\)$/,
  );
});

test.each([
  ['alone', PUBLISHED],
  ['under another id', `mine:${PUBLISHED}`],
  ['among others', `mine:${OWN},old:${PUBLISHED}`],
  ['with a time', `${PUBLISHED}@2026-07-01T00:00:00Z`],
  ['with padding', `${PUBLISHED}=`],
])('production does not accept a published key %s', (_case, keys) => {
  expect(() => load('production', keys)).toThrow(/SEALING_KEYS: has a key that is published/);
});

test('production accepts other keys, and development and sandbox accept any', () => {
  expect(() => load('production', `mine:${OWN}`)).not.toThrow();
  for (const environment of ['development', 'sandbox']) {
    expect(() => load(environment, PUBLISHED, PUBLISHED)).not.toThrow();
  }
});
