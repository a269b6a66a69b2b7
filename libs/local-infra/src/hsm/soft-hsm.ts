import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LocalInfraError } from '../local-infra-error.js';
import { findCommand } from '../processes/signals.js';

const run = promisify(execFile);

/** Debian, and Homebrew on both kinds of macOS machines. */
const LIBRARIES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
];
const TOKEN = 'exchange';

/** A token of SoftHSM in a folder of its own, for tests. No server runs. */
export class SoftHsm {
  private constructor(
    readonly folder: string,
    /** What a process needs to open the token. */
    readonly variables: Readonly<Record<string, string>>,
    private readonly pin: string,
  ) {}

  /** The path of its library, if it is installed. */
  static library(): string | undefined {
    return LIBRARIES.find((path) => existsSync(path));
  }

  /** How to install what is missing, or undefined. */
  static missing(): string | undefined {
    const isThere = SoftHsm.library() !== undefined && findCommand('pkcs11-tool') !== undefined;
    return isThere
      ? undefined
      : 'SoftHSM is not installed (Debian: apt-get install softhsm2 opensc; macOS: brew install softhsm opensc)';
  }

  /** @throws LocalInfraError when it is not installed */
  static async create(): Promise<SoftHsm> {
    const missing = SoftHsm.missing();
    if (missing !== undefined) throw new LocalInfraError(`${missing}.`);
    const folder = mkdtempSync(join(tmpdir(), 'soft-hsm-'));
    mkdirSync(join(folder, 'tokens'));
    writeFileSync(join(folder, 'softhsm2.conf'), `directories.tokendir = ${folder}/tokens\n`);
    const pin = randomBytes(8).toString('hex');
    writeFileSync(join(folder, 'pin'), `${pin}\n`, { mode: 0o600 });
    const variables = {
      SOFTHSM2_CONF: join(folder, 'softhsm2.conf'),
      PKCS11_MODULE: SoftHsm.library() ?? '',
      PKCS11_TOKEN: TOKEN,
      PKCS11_PIN_FILE: join(folder, 'pin'),
    };
    const hsm = new SoftHsm(folder, variables, pin);
    await hsm.tool('--init-token', '--slot-index', '0', '--label', TOKEN, '--so-pin', 'env:PIN');
    const asOfficer = ['--login', '--login-type', 'so', '--so-pin', 'env:PIN'];
    await hsm.tool('--token-label', TOKEN, '--init-pin', ...asOfficer, '--new-pin', 'env:PIN');
    return hsm;
  }

  /**
   * Makes a key pair in the token.
   * @param kind as pkcs11-tool names it, such as `rsa:3072`
   * @returns the public key, in PEM if it is an RSA key
   */
  async addKey(label: string, kind = 'rsa:2048'): Promise<string> {
    const named = ['--token-label', TOKEN, '--label', label];
    const made = ['--keypairgen', '--key-type', kind, '--usage-decrypt', '--sensitive'];
    await this.tool(...named, '--login', '--pin', 'env:PIN', ...made);
    const file = join(this.folder, `${label}.der`);
    await this.tool(...named, '--read-object', '--type', 'pubkey', '--output-file', file);
    if (!kind.startsWith('rsa')) return '';
    const { stdout } = await run('openssl', ['pkey', '-pubin', '-inform', 'DER', '-in', file]);
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async tool(...args: readonly string[]): Promise<void> {
    const env = { ...process.env, ...this.variables, PIN: this.pin };
    await run('pkcs11-tool', ['--module', this.variables['PKCS11_MODULE'] ?? '', ...args], { env });
  }
}
