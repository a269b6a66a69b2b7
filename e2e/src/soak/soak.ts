import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ApiFuzzer } from '../harness/api-fuzzer.js';
import { Exchange } from '../harness/exchange.js';
import { forEachOperation, anOwnNetwork } from '../harness/own-network.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';
import { placesOf } from '../harness/request-places.js';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 120);
/** Rounds until the memory of a process is compared: code is compiled and caches fill before. */
const WARM_ROUNDS = 2;
const LARGEST_GROWTH = 1.25;

let exchange: Exchange;
let fuzzer: ApiFuzzer;
beforeAll(async () => {
  fuzzer = ApiFuzzer.start();
  exchange = await Exchange.start('embedded', 'soak', false);
});
afterAll(() => exchange.stop());

/** In MB, by process. */
type Memory = Readonly<Record<string, number>>;

test(
  'processes neither fail, end nor grow under the largest requests at every place and a fuzzer',
  async () => {
    const { operations } = await InterfaceDocument.read();
    const end = Date.now() + MINUTES * 60_000;
    const started = processIds();
    const [faults, memory]: [string[], Memory[]] = [[], []];
    const statuses: Record<number, number> = {};
    while (Date.now() < end) {
      faults.push(...(await fuzzed()));
      const { member, knownIds } = await anOwnNetwork(exchange);
      await forEachOperation(operations, async (operation) => {
        for (const [name, request] of requestsOf(operation, knownIds)) {
          if (Date.now() > end) return;
          const { status } = await exchange.send(await member.token(), request());
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status >= 500) faults.push(`${name}: status ${status}`);
        }
      });
      report(statuses, faults, memoryInUse());
      // In the middle of a round a process holds the bodies of the requests that it has just read.
      if (Date.now() <= end) memory.push(memoryInUse());
    }
    expect(faults).toEqual([]);
    // Only requests with a long token are refused before they are read.
    expect(statuses[200]).toBeGreaterThan(statuses[401] ?? 0);
    expect(processIds()).toEqual(started);
    expect(memory.length).toBeGreaterThan(WARM_ROUNDS + 1);
    expect(grownIn(memory)).toEqual([]);
  },
  (MINUTES + 30) * 60_000,
);

/** Random requests to every operation; the failures, with the seed that repeats them. */
async function fuzzed(): Promise<readonly string[]> {
  const { member } = await anOwnNetwork(exchange);
  const args = [
    '--seed',
    String(randomInt(2 ** 31)),
    '--checks',
    'not_a_server_error',
    '--max-examples',
    '20',
  ];
  try {
    await fuzzer.run(exchange, member, args);
    return [];
  } catch (error) {
    return [`${args.join(' ')}: ${String(error)}`];
  }
}

/** Each kind of text at each place of the operation, at the largest size. */
function requestsOf(operation: Operation, ids: Parameters<typeof placesOf>[1]) {
  const { method, path } = operation;
  return placesOf(operation, ids).flatMap((place) =>
    Object.entries(place.kinds).map(([kind, text]) => {
      const request = () => ({ method, ...place.with(text(place.largest)) });
      return [`${method} ${path} ${place.name}, ${kind}`, request] as const;
    }),
  );
}

function processIds() {
  return Object.fromEntries([...exchange.network.processes].map(([name, { pid }]) => [name, pid]));
}

function memoryInUse(): Memory {
  return Object.fromEntries(
    Object.entries(processIds()).map(([name, pid]) => {
      const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
      return [name, Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)];
    }),
  );
}

/** The processes that hold more memory in the last round than in an early one. */
function grownIn(rounds: readonly Memory[]): string[] {
  const [early, last] = [rounds[WARM_ROUNDS], rounds.at(-1)];
  return Object.entries(last ?? {})
    .filter(([name, now]) => now > LARGEST_GROWTH * (early?.[name] ?? now))
    .map(([name, now]) => `${name}: ${String(early?.[name])} to ${now} MB`);
}

function report(
  statuses: Readonly<Record<number, number>>,
  faults: readonly string[],
  memory: Memory,
): void {
  const line = { at: new Date().toISOString(), statuses, faults: faults.length, memory };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
