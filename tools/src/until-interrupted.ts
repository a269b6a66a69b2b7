/** Resolves at the first Ctrl-C or SIGTERM; further ones are ignored during shutdown. */
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
