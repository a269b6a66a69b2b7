import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CliError } from '../cli-error.js';

/** The variable with the passphrase of an encrypted key; no option, because others can read those. */
export const KEY_PASSPHRASE = 'NDX_KEY_PASSPHRASE';

/**
 * The passphrase of a key, from `NDX_KEY_PASSPHRASE`, or as a person types it in a terminal.
 * @throws CliError when neither gives one
 */
export async function keyPassphrase(keyFile: string): Promise<string> {
  const given = process.env[KEY_PASSPHRASE] ?? '';
  if (given !== '') return given;
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw missing(keyFile);
  const typed = await typedInTerminal(`Passphrase of ${keyFile}: `);
  if (typed === '') throw missing(keyFile);
  return typed;
}

/** A line that the terminal does not show; empty when the person ends the input. */
async function typedInTerminal(question: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  process.stderr.write(question);
  try {
    return await new Promise((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

function missing(keyFile: string): CliError {
  return new CliError('authentication', `${keyFile} is encrypted, and needs its passphrase`, {
    hint: `Set ${KEY_PASSPHRASE}, or run the command in a terminal, which asks for it.`,
  });
}
