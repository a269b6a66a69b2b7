import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { UsageError } from '@ndx/command-line';
import { networkOptions } from './network-options.js';

const REQUIRED =
  'TOKEN_ISSUER=https://sign-in.example\nCLIENT_ID=exchange\nBOOTSTRAP_ORG_ID=operator\n';
const SUBJECT = 'BOOTSTRAP_SUBJECT=5f0e9a52\n';

describe('the variables of another identity provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provider-'));
  const file = join(folder, 'provider.env');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const read = (text: string) => {
    writeFileSync(file, text);
    return networkOptions(['--provider', file], {}).provider;
  };

  test('are those of the file', () => {
    expect(read(`${REQUIRED}${SUBJECT}TOKEN_CLIENTS=ndx=people,robot=program\n`)).toEqual({
      TOKEN_ISSUER: 'https://sign-in.example',
      CLIENT_ID: 'exchange',
      TOKEN_CLIENTS: 'ndx=people,robot=program',
      BOOTSTRAP_ORG_ID: 'operator',
      BOOTSTRAP_SUBJECT: '5f0e9a52',
    });
  });

  test('are rejected with an unknown one, whose name the error has', () => {
    const wrong = `${REQUIRED}${SUBJECT}TOKEN_ISUER=https://sign-in.example\n`;
    expect(() => read(wrong)).toThrow(`${file}: no process has a variable TOKEN_ISUER`);
  });

  test.each([
    ['without the first account', REQUIRED],
    ['with an empty one', `${REQUIRED}BOOTSTRAP_SUBJECT=\n`],
  ])('are rejected %s', (_, text) => {
    expect(() => read(text)).toThrow(`${file}: BOOTSTRAP_SUBJECT is missing`);
  });

  test('are rejected when the file cannot be read', () => {
    const absent = () => networkOptions(['--provider', join(folder, 'absent.env')], {});
    expect(absent).toThrow(UsageError);
    expect(absent).toThrow('no such file');
  });
});
