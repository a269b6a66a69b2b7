/** Waits for a promise that others share, and does not end it. @throws the reason of the signal */
export function untilAborted<Result>(
  shared: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return shared;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    shared.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
