/** Runs a task `count` times with a number of concurrent clients; each client is sequential. */
export async function inParallel(
  clients: number,
  times: number,
  one: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next < times) {
      const index = next;
      next += 1;
      await one(index);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}
