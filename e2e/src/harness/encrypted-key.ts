import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file with an encrypted private key of P-256, which only its owner may read. */
export async function encryptedKey(folder: string, passphrase: string): Promise<string> {
  const file = join(folder, 'robot.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  await writeFile(file, privateKey.export(options), { mode: 0o600 });
  return file;
}
