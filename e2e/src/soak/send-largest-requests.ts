import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Exchange } from '../harness/exchange.js';
import { forEachOperation, anOwnNetwork } from '../harness/own-network.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';
import { placesOf } from '../harness/request-places.js';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 120);
/** Rounds until the memory of a process is compared: code is compiled and caches fill before. */
const WARM_ROUNDS = 2;
const LARGEST_GROWTH = 1.25;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.start('embedded', 'soak', false);
});
afterAll(() => exchange.stop());

/** In MB, by process. */
type Memory = Readonly<Record<string, number>>;

test(
  'processes neither fail, end nor grow under the largest requests at every place',
  async () => {
    const { operations } = await InterfaceDocument.read();
    const end = Date.now() + MINUTES * 60_000;
    const started = processIds();
    const [faults, memory]: [string[], Memory[]] = [[], []];
    let requests = 0;
    while (Date.now() < end) {
      const { member, knownIds } = await anOwnNetwork(exchange);
      await forEachOperation(operations, async (operation) => {
        for (const [name, request] of requestsOf(operation, knownIds)) {
          if (Date.now() > end) return;
          const { status } = await exchange.send(await member.token(), request());
          requests += 1;
          if (status >= 500) faults.push(`${name}: status ${status}`);
        }
      });
      memory.push(memoryInUse());
      report(requests, faults, memory.at(-1) ?? {});
    }
    expect(faults).toEqual([]);
    expect(processIds()).toEqual(started);
    expect(grownIn(memory)).toEqual([]);
  },
  (MINUTES + 30) * 60_000,
);

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

function report(requests: number, faults: readonly string[], memory: Memory): void {
  const line = { at: new Date().toISOString(), requests, faults: faults.length, memory };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
