import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  EMPTY_ROOT,
  formatVerifierKey,
  parseVerifierKey,
  privateKeyOf,
  publicBytesOf,
  verifierKey,
} from '../index.js';
import { interop } from './interop.js';

/** A running litewitness of filippo.io/torchwood. */
export interface Litewitness {
  readonly url: string;
  readonly verifierKey: string;
  /** Makes it know a log by the verifier key of its checkpoints. */
  know(logKey: string): void;
  stop(): Promise<void>;
}

const NAME = 'witness.example.com';

/**
 * @param folder of its database and socket
 * @param seed of its key, in hexadecimal
 */
export async function startLitewitness({
  folder,
  port,
  seed,
}: {
  readonly folder: string;
  readonly port: number;
  readonly seed: string;
}): Promise<Litewitness> {
  const socket = join(folder, 'agent.sock');
  const database = join(folder, 'litewitness.db');
  const agent = spawn(interop.program(), ['agent', socket, seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [fingerprint] = (await once(agent.stdout, 'data')) as [Buffer];
  const address = `127.0.0.1:${port}`;
  const witness = spawn(interop.litewitness(), [
    ...['-name', NAME, '-db', database, '-ssh-agent', socket],
    ...['-key', fingerprint.toString().trim(), '-listen', address],
  ]);
  // It logs its key when its database exists, and the address afterwards.
  await untilLogged(witness, 'listening');
  const key = publicBytesOf(privateKeyOf(Buffer.from(seed, 'hex')));
  return {
    url: `http://${address}/`,
    verifierKey: formatVerifierKey(verifierKey(NAME, 'cosignature', key)),
    know: (logKey) => {
      addLog(database, logKey);
    },
    stop: async () => {
      await ended(witness);
      await ended(agent);
    },
  };
}

/** What `witnessctl add-log` does; a dependency of it is not published any more. */
function addLog(path: string, key: string): void {
  const database = new DatabaseSync(path);
  const { name } = parseVerifierKey(key);
  database
    .prepare('insert into log (origin, tree_size, tree_hash) values (?, 0, ?)')
    .run(name, EMPTY_ROOT.toString('base64'));
  database.prepare('insert into key (origin, key) values (?, ?)').run(name, key);
  database.close();
}

/** Reads on afterwards: a program whose pipe is closed ends. */
async function untilLogged({ stderr }: ChildProcess, word: string): Promise<void> {
  let logged = '';
  await new Promise<void>((resolve, reject) => {
    stderr?.on('data', (chunk: Buffer) => {
      logged += chunk.toString();
      if (logged.includes(word)) resolve();
    });
    stderr?.on('end', () => {
      reject(new Error(`litewitness ended:\n${logged}`));
    });
  });
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  process.kill();
  await once(process, 'exit');
}
