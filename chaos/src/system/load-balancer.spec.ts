import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@ndx/local-infra';
import { Caller, type Outcome } from './caller.js';
import { LoadBalancer } from './load-balancer.js';

let balancer: LoadBalancer;
let caller: Caller;
const servers: Server[] = [];

beforeEach(async () => {
  balancer = await LoadBalancer.open();
  const token = () => Promise.resolve('token');
  caller = new Caller(`http://127.0.0.1:${balancer.port}`, token, { keepsConnections: false });
});

afterEach(async () => {
  await caller.close();
  await balancer.close();
  for (const server of servers.splice(0)) server.close();
});

/** Answers its port. */
async function replica(): Promise<number> {
  const port = await freePort();
  const server = createServer((_request, response) => response.end(String(port)));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
}

const ask = () => caller.ask({ method: 'GET', path: '/' });
const bodyOf = (outcome: Outcome) => (outcome.kind === 'answered' ? outcome.body : outcome.kind);

test('assigns connections to the added replicas in turn, until they are removed', async () => {
  const [one, other] = [await replica(), await replica()];
  balancer.add(one);
  balancer.add(other);
  const asked = [bodyOf(await ask()), bodyOf(await ask())];
  expect(new Set(asked)).toEqual(new Set([one, other]));
  balancer.remove(one);
  expect([bodyOf(await ask()), bodyOf(await ask())]).toEqual([other, other]);
});

test('a connection without any replica is closed', async () => {
  expect(bodyOf(await ask())).toBe('broken');
  balancer.add(await freePort());
  expect(bodyOf(await ask())).toBe('broken');
});
