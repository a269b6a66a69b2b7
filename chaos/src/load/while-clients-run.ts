/**
 * Runs the work while clients run, then stops the clients and waits for them.
 *
 * @throws the error of the work, else the error of the first failed client
 */
export async function whileClientsRun<Result>(
  count: number,
  client: (n: number, isOver: () => boolean) => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const clients = Promise.allSettled(
    Array.from({ length: count }, (_, n) => client(n, () => isOver)),
  );
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
