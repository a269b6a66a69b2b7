/** A signal that Ctrl-C and SIGTERM abort. */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopping.abort();
    });
  }
  return stopping.signal;
}
