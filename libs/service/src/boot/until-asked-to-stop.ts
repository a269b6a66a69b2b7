/**
 * Resolves when the process is asked to stop: by a signal, or because the IPC channel to its
 * launcher closed. A second signal ends it at once.
 */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.once('SIGTERM', exitNow);
      process.once('SIGINT', exitNow);
      resolve();
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    if (process.connected) process.once('disconnect', stop);
  });
}

function exitNow(): void {
  process.exit(130);
}
