import { afterAll, beforeAll } from '@jest/globals';

type Stoppable = { stop(): Promise<unknown> } | { drop(): Promise<unknown> };

/** The value of `start`, which runs before the tests of a file or block, and stops after them. */
export function useStarted<Started extends Stoppable>(start: () => Promise<Started>): Started {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    if (started) await ('stop' in started ? started.stop() : started.drop());
  });
  return new Proxy({} as Started, {
    get(_, name) {
      if (!started) throw new Error(`${String(name)} is read before the tests`);
      const member: unknown = Reflect.get(started, name);
      return typeof member === 'function' ? (member.bind(started) as unknown) : member;
    },
  });
}
