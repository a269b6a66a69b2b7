/** Runs a task for each item, with a bounded number in progress. @throws the first error */
export async function inParallel<Item>(
  items: AsyncGenerator<Item>,
  concurrency: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    // An error of one worker ends the generator for all of them.
    for await (const item of items) await task(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
