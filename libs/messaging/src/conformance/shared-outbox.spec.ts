import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually, testBuses, type BusName } from '@ndx/testing';
import { CommitLog } from './commit-log.js';
import { RelayUnderTest } from './relay-under-test.js';
import { Rig } from './rig.js';

const KEYS = Array.from({ length: 48 }, (_, n) => `key-${n}`);
const WRITERS = 6;
/** Writers wait while more events have no effect yet, so that the last ones have theirs soon. */
const IN_FLIGHT = 1_000;
/** More than its waits together. */
const TIMEOUT_MS = 600_000;

/** How a relay ends in each round; another one starts then. */
const ROUNDS = ['SIGKILL', 'SIGTERM'] as const;

describe.each(testBuses())('an outbox with three relays, on the %s bus', (name: BusName) => {
  let rig: Rig;
  const running: RelayUnderTest[] = [];
  const ended: RelayUnderTest[] = [];

  afterEach(async () => {
    for (const relay of running.splice(0)) relay.kill('SIGKILL');
    ended.length = 0;
    await rig.stop();
  });

  const start = async () => {
    const relay = new RelayUnderTest({
      databaseUrl: rig.writerUrl,
      bus: rig.server.address,
      leaseMs: 4_000,
      holdAfterSend: false,
    });
    running.push(relay);
    await relay.says('started');
  };
  const shares = async () => {
    const rows = await rig.writer.query<{ n: number }[]>(
      `select count(*)::int as n from relay_shard where member is not null group by member order by n`,
    );
    return rows.map(({ n }) => n);
  };
  const untilShared = () =>
    eventually(async () => expect(await shares()).toEqual([5, 5, 6]), { timeoutMs: 60_000 });
  const replaceOne = async (signal: (typeof ROUNDS)[number]) => {
    const [leaving] = running.splice(0, 1);
    leaving?.kill(signal);
    await leaving?.ended;
    if (leaving) ended.push(leaving);
    await start();
    await untilShared();
  };

  test(
    'is published in order per key by one relay at a time, while relays are killed and replaced',
    async () => {
      rig = await Rig.start(name, 'shared', WRITERS + 4);
      const commits = await CommitLog.start(rig.writer, 5);
      await rig.subscribe();
      await Promise.all([start(), start(), start()]);
      await untilShared();

      const isOver = new AbortController();
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer, isOver.signal));
      for (const signal of ROUNDS) await replaceOne(signal);
      isOver.abort();
      await Promise.all(writers);

      await eventually(async () => expect(await rig.outboxSize()).toBe(0), { timeoutMs: 120_000 });
      for (const key of KEYS) await rig.sees(await commits.numbersOf(key), key);
      expect(meetings([...running, ...ended])).toEqual([]);
      for (const relay of running) expect(relay.publications).not.toEqual([]);
    },
    TIMEOUT_MS,
  );

  const hasRoom = (isOver: AbortSignal) =>
    eventually(
      async () => {
        const count = 'select count(*)::int as n from';
        const [committed] = await rig.writer.query<{ n: number }[]>(`${count} committed`);
        const [seen] = await rig.consumer.query<{ n: number }[]>(`${count} seen`);
        const inFlight = (committed?.n ?? 0) - (seen?.n ?? 0);
        if (inFlight > IN_FLIGHT && !isOver.aborted) throw new Error(`${inFlight} are in flight`);
      },
      { timeoutMs: 120_000 },
    );

  /** Writes steps of all keys, in transactions of two keys, until it is over. */
  const write = async (writer: number, isOver: AbortSignal) => {
    for (let n = writer; !isOver.aborted; n += WRITERS) {
      await hasRoom(isOver);
      const keys = [KEYS[(n * 7) % KEYS.length] ?? 'a', KEYS[(n * 11) % KEYS.length] ?? 'b'];
      await rig.transactions.run(async ({ publish }) => {
        for (const key of keys) publish(rig.stepTaken, { key, n });
      });
    }
  };
});

/** The keys that two relays were publishing at the same time. */
function meetings(relays: readonly RelayUnderTest[]): string[] {
  const publications = relays.flatMap(({ publications }, relay) =>
    publications.map(({ begin, end, keys }) => ({
      relay,
      keys,
      begin: BigInt(begin),
      end: BigInt(end),
    })),
  );
  publications.sort((a, b) => (a.begin < b.begin ? -1 : 1));
  return publications.flatMap((first, place) => {
    const later = publications.slice(place + 1);
    const next = later.findIndex(({ begin }) => begin > first.end);
    return later
      .slice(0, next === -1 ? undefined : next)
      .filter(({ relay }) => relay !== first.relay)
      .flatMap(({ keys }) => keys.filter((key) => first.keys.includes(key)));
  });
}
