import { execFile } from 'node:child_process';
import { constants, publicEncrypt, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SoftHsm } from '@ndx/local-infra';

const run = promisify(execFile);
const KEY = randomBytes(32).toString('base64');

/** A library reads the environment of its process, which Jest hides from it: hence a process. */
const PROGRAM = `
  import { keyStoreVariables, KEY_STORE_RULES, loadConfig, secret } from '@ndx/config';
  const spec = { SEALING_KEYS: secret({ desc: 'Keys' }), ...keyStoreVariables };
  try {
    console.log(loadConfig('a process', spec, process.env, KEY_STORE_RULES).SEALING_KEYS);
  } catch (error) {
    if (error.name !== 'ConfigurationError') throw error;
    console.log(error.message.split('\\n').slice(1).join('\\n').trim());
  }`;

/** A run without SoftHSM reports them as skipped; in CI there is no such run. */
const isPossible = SoftHsm.missing() === undefined || process.env['CI'] === 'true';
const describeWithSoftHsm = isPossible ? describe : describe.skip;

let hsm: SoftHsm;
let publicKey: string;

/** SoftHSM supports RSA-OAEP with SHA-1 alone. */
function wrapped(text: string, name = 'first', hash = 'sha1'): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const bytes = publicEncrypt({ key: publicKey, padding, oaepHash: hash }, Buffer.from(text));
  return `rsa-oaep${hash === 'sha1' ? '' : '-256'}.${name}.${bytes.toString('base64')}`;
}

/** The value that a process reads, or its problems. */
async function read(variables: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...process.env, ...hsm.variables, SEALING_KEYS: wrapped(KEY), ...variables };
  const args = ['--input-type=module', '--eval', PROGRAM];
  const { stdout } = await run(process.execPath, args, { cwd: join(__dirname, '..', '..'), env });
  return stdout.trim();
}

describeWithSoftHsm('with a token of SoftHSM', () => {
  beforeAll(async () => {
    hsm = await SoftHsm.create();
    publicKey = await hsm.addKey('first');
    await hsm.addKey('twice');
    await hsm.addKey('twice');
    await hsm.addKey('curve', 'EC:prime256v1');
    writeFileSync(join(hsm.folder, 'wrong-pin'), '0000');
  });
  afterAll(() => {
    hsm.remove();
  });

  test('a process reads keys that the token unwraps', async () => {
    expect(await read({ SEALING_KEYS: `a:${wrapped(KEY)},b:${wrapped(`${KEY}\n`)}` })).toBe(
      `a:${KEY},b:${KEY}`,
    );
  });

  test('a process without wrapped keys does not open the token', async () => {
    expect(await read({ SEALING_KEYS: KEY, PKCS11_MODULE: '/nowhere.so' })).toBe(KEY);
  });

  test.each([
    [
      'a missing library',
      { PKCS11_MODULE: '/nowhere.so' },
      /^PKCS11_MODULE: \/nowhere\.so cannot be loaded \(.+\)$/,
    ],
    [
      'a library of something else',
      { PKCS11_MODULE: process.execPath },
      /^PKCS11_MODULE: .+ cannot be loaded \(.+\)$/,
    ],
    [
      'a library without its settings',
      { SOFTHSM2_CONF: '/nowhere.conf' },
      /^PKCS11_(MODULE|TOKEN): .+$/,
    ],
    [
      'another token',
      { PKCS11_TOKEN: 'another' },
      /^PKCS11_TOKEN: no token has the label another; the tokens are exchange$/,
    ],
    [
      'a missing PIN',
      { PKCS11_PIN_FILE: '/nowhere' },
      /^PKCS11_PIN_FILE: \/nowhere cannot be read$/,
    ],
  ])('%s is reported', async (_case, variables, problem) => {
    expect(await read(variables)).toMatch(problem);
  });

  test('a wrong PIN is reported', async () => {
    const file = join(hsm.folder, 'wrong-pin');
    expect(await read({ PKCS11_PIN_FILE: file })).toBe(
      'PKCS11_PIN_FILE: has another PIN than the token',
    );
  });

  test.each([
    ['a missing wrapping key', 'second', 'the token exchange has no private key second'],
    ['two wrapping keys of one name', 'twice', 'the token exchange has several private keys twice'],
    [
      'a wrapping key of another kind',
      'curve',
      'the key curve of the token exchange is not an RSA key for decryption',
    ],
  ])('%s is reported', async (_case, name, problem) => {
    expect(await read({ SEALING_KEYS: wrapped(KEY, name) })).toBe(`SEALING_KEYS: ${problem}`);
  });

  test('a key of another wrapping key is reported', async () => {
    publicKey = await hsm.addKey('third');
    expect(await read({})).toMatch(/^SEALING_KEYS: has a key that first did not wrap \(CKR_\w+\)$/);
  });

  test('a hash that the token does not support is reported', async () => {
    expect(await read({ SEALING_KEYS: wrapped(KEY, 'first', 'sha256') })).toBe(
      'SEALING_KEYS: the token exchange does not support RSA-OAEP with sha256 (CKR_ARGUMENTS_BAD)',
    );
  });
});
