import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { ACCOUNT, useGateway } from '../testing/gateway-fixture.js';
import { FairQueue, type Turn } from './fair-queue.js';

const LONG_MS = 60_000;

/** Requests whose names begin with their institutions. */
class Requests {
  /** The names in the order in which they got their places. */
  readonly started: string[] = [];
  private readonly running: Turn[] = [];
  private readonly caller = new EventEmitter().setMaxListeners(0);
  private readonly sent: Promise<void>[] = [];
  private readonly queue: FairQueue;

  constructor(places: number) {
    this.queue = new FairQueue(places);
  }

  get waiting(): number {
    return this.queue.waiting;
  }

  async send(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      this.sent.push(this.take(name));
      await settled();
    }
  }

  private async take(name: string): Promise<void> {
    const turn = await this.queue.take(name.charAt(0), this.caller, LONG_MS);
    if (turn === undefined) return;
    this.started.push(name);
    this.running.push(turn);
  }

  async disconnect(): Promise<void> {
    this.caller.emit('close');
    await Promise.all(this.sent);
  }

  /** Answers the oldest of the running requests; returns whether there was one. */
  async answer(): Promise<boolean> {
    const turn = this.running.shift();
    if (turn) this.queue.leave(turn);
    await settled();
    return turn !== undefined;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('several institutions share a thirty-second of the places', () => {
  let requests: Requests;

  beforeEach(() => {
    requests = new Requests(128);
  });

  afterEach(() => requests.disconnect());

  test('the waiting requests of one do not delay the first request of another', async () => {
    await requests.send('b1', 'a1', 'a2', 'a3', 'a4', 'a5', 'c1', 'd1');
    expect(requests.started).toEqual(['b1', 'a1', 'a2', 'c1', 'd1']);
    expect(requests.waiting).toBe(3);
  });

  test('they get places in turn', async () => {
    await requests.send('b1', 'a1', 'a2', 'a3', 'a4', 'a5', 'b2', 'b3', 'c1', 'c2', 'c3');
    while (await requests.answer());
    const order = ['b1', 'a1', 'a2', 'c1', 'b2', 'a3', 'c2', 'b3', 'a4', 'c3', 'a5'];
    expect(requests.started).toEqual(order);
  });

  test('the only institution has half of all places, until another one sends a request', async () => {
    await requests.send(...Array.from({ length: 80 }, (_, at) => `a${at}`));
    expect(requests.started).toHaveLength(64);
    await requests.send('b1');
    expect(requests.started.slice(64)).toEqual(['b1']);
    await requests.answer();
    expect(requests.started).toHaveLength(65);
  });
});

test('a request without a place at its deadline leaves the queue', async () => {
  const queue = new FairQueue(1);
  const caller = new EventEmitter();
  const first = await queue.take('a', caller, LONG_MS);
  await expect(queue.take('b', caller, 1)).rejects.toThrow('no place within 1 ms');
  expect([queue.waiting, caller.listenerCount('close')]).toEqual([0, 0]);

  if (first) queue.leave(first);
  expect(await queue.take('b', caller, LONG_MS)).toMatchObject({ institution: 'b' });
});

describe('a service that does not answer yet', () => {
  const gateway = useGateway({ UPSTREAM_CONCURRENCY: '8', UPSTREAM_TIMEOUT_MS: '60000' });
  // Four of them run, and four more after each second.
  const MANY = 60;

  let arrived: string[];
  let held: ServerResponse[];

  beforeEach(() => {
    [arrived, held] = [[], []];
    gateway.service.answer = ({ url }, response) => {
      arrived.push(url.slice(url.indexOf('=') + 1));
      held.push(response);
    };
    for (const bank of ['a', 'b']) {
      gateway.service.accounts.set(bank, { ...ACCOUNT, entity_id: newId() });
    }
  });

  async function send(name: string, signal?: AbortSignal) {
    const authorization = await gateway.bearer({ org_id: name.charAt(0) });
    const init = { headers: { authorization }, ...(signal && { signal }) };
    return Promise.allSettled([gateway.send(`/v1/networks?name=${name}`, init)]);
  }

  /** Requests of one institution, which wait. */
  function burst(signal: AbortSignal) {
    return Array.from({ length: MANY }, (_, at) => send(`a${at}`, at === 0 ? undefined : signal));
  }

  async function waiting(): Promise<number> {
    const line = /^gateway_upstream_requests\{upstream="entity",state="queued",.*\} (\d+)$/m;
    return Number(line.exec(await gateway.figures())?.[1]);
  }

  test('gets a request of another institution before the waiting ones of the first', async () => {
    const leaving = new AbortController();
    const sent = burst(leaving.signal);
    await eventually(async () => expect(await waiting()).toBeGreaterThan(MANY / 2));
    sent.push(send('b1'));
    await eventually(() => expect(arrived).toContain('b1'));
    expect(await waiting()).toBeGreaterThan(0);

    // The callers disconnect, and their waiting requests leave the queue.
    leaving.abort();
    await eventually(async () => expect(await waiting()).toBe(0));
    expect(arrived.length).toBeLessThan(MANY);
    for (const response of held) response.end('{}');
    await Promise.all(sent);
  });
});
