import { setTimeout as pause } from 'node:timers/promises';

/**
 * The pause of a client between two turns. Without it, clients would take the processor time that
 * restarts and other suites need.
 */
const THINK_MS = 40;

/**
 * Runs the work while clients take one turn after the other, then stops the clients and waits for
 * them.
 *
 * @param client returns the turn of the client with that number
 * @throws the error of the work, else the error of the first failed client
 */
export async function whileClientsRun<Result>(
  count: number,
  client: (n: number) => () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const run = async (turn: () => Promise<void>) => {
    while (!isOver) {
      await turn();
      await pause(THINK_MS);
    }
  };
  const clients = Promise.allSettled(Array.from({ length: count }, (_, n) => run(client(n))));
  try {
    return await work();
  } finally {
    isOver = true;
    await requireAllWell(clients);
  }
}

async function requireAllWell(clients: Promise<PromiseSettledResult<void>[]>): Promise<void> {
  for (const client of await clients) {
    if (client.status === 'rejected') {
      throw new Error('a client of the harness failed', { cause: client.reason });
    }
  }
}
