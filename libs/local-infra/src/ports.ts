import { createServer } from 'node:net';
import { LocalInfraError } from './local-infra-error.js';
import { codeOf } from './system-error.js';

const LOOPBACK = '127.0.0.1';

/**
 * Below the range of ephemeral ports: a free port there may be taken by an outgoing connection a
 * moment later.
 */
const CHOICE = { from: 15_000, to: 32_000 } as const;

/** Processes choose at a distance from each other, and use a port only a while after the choice. */
const PORTS_PER_PROCESS = 100;

let tried = process.pid * PORTS_PER_PROCESS;

/** A free port of the loopback interface; not soon the same one again in a process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = CHOICE.from + (tried++ % (CHOICE.to - CHOICE.from));
    if (await isPortFree(port)) return port;
  }
}

/** Whether a server could listen on the port of the loopback interface. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false;
    throw error;
  }
}

/** @throws LocalInfraError naming the port and its purpose, when it is in use */
export async function requireFreePort(port: number, wantedBy: string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new LocalInfraError(
    `Port ${port}, which ${wantedBy} needs, is in use by another program. Stop that program or choose another port.`,
  );
}

function listenOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.close(() => {
        resolve();
      });
    });
  });
}
