/** Signals that end a run, with the statuses that shells give them. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs to its end, or says how to continue an incomplete run. Ctrl-C ends with the status of its signal. */
export async function untilEnd<Summary>(
  run: () => Promise<Summary>,
  next = 'Repeat the command to continue.',
): Promise<Summary> {
  const say = () => process.stderr.write(`The run is incomplete. ${next}\n`);
  for (const [signal, status] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      process.stderr.write('\n');
      say();
      process.exit(status);
    });
  }
  return run().catch((error: unknown) => {
    say();
    throw error;
  });
}
