const RealDate = Date;

/**
 * Runs the work in a process whose clock is wrong by the given milliseconds; the clock of the
 * database is right.
 */
export async function withClockOffset<T>(offsetMs: number, work: () => Promise<T>): Promise<T> {
  const read = () => RealDate.now() + offsetMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length === 0 ? [read()] : args, made) as Date,
    get: (target, name, receiver) =>
      name === 'now' ? read : (Reflect.get(target, name, receiver) as unknown),
  });
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
  }
}
