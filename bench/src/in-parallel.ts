/** Does something so many times, by so many clients of which each does one after the other. */
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
