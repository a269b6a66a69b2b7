/** Resolves at the first Ctrl-C or SIGTERM; further ones are ignored while everything is stopped. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.on('SIGINT', () => {
      resolve();
    });
    process.on('SIGTERM', () => {
      resolve();
    });
  });
}
