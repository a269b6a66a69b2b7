import { createServer } from 'node:net';
import { LocalInfraError } from './local-infra-error.js';
import { codeOf } from './system-error.js';

const LOOPBACK = '127.0.0.1';

/** A port of the loopback interface that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  return listenOnce(0);
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

/** @throws LocalInfraError naming the port and what wanted it, when it is taken */
export async function requireFreePort(port: number, wantedBy: string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new LocalInfraError(
    `Port ${port}, which ${wantedBy} needs, is taken by another program. Stop it, or choose another port.`,
  );
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('A TCP server has no port'));
      });
    });
  });
}
