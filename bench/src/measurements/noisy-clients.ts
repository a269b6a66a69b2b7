import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { DemoInstitution } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { queryStatus } from '../query-client.js';

export interface NoisyClientsOptions {
  readonly addresses: LocalNetwork['addresses'];
  readonly institution: DemoInstitution;
  /** The number of concurrent clients, each with a query in progress. */
  readonly clients: number;
  readonly bodies: readonly string[];
}

/** `Retry-After` of a request beyond `REQUESTS_IN_PROGRESS`. */
const RETRY_AFTER_MS = 1_000;

/**
 * Keeps queries of an institution in progress during the work. They run in a thread of their own, as
 * a bank's clients do: in the same event loop they would delay the other client themselves.
 * @returns the result of the work, and the answered queries per second
 */
export async function besideNoisyClients<T>(
  options: NoisyClientsOptions,
  work: () => Promise<T>,
): Promise<{ result: T; perSecond: number }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options });
  const failed = once(worker, 'error').then(([error]) => {
    throw error;
  });
  await Promise.race([once(worker, 'message'), failed]);
  const start = performance.now();
  const result = await Promise.race([work(), failed]);
  const seconds = (performance.now() - start) / 1_000;
  worker.postMessage('stop');
  const [answered] = (await Promise.race([once(worker, 'message'), failed])) as [number];
  await worker.terminate();
  return { result, perSecond: answered / seconds };
}

/**
 * Each client whose query is rejected waits for as long as the response says and up to a second more,
 * so that the clients do not return together.
 */
async function keepInProgress(options: NoisyClientsOptions): Promise<void> {
  const { institution, clients, bodies } = options;
  const client = BankClient.connect(options, institution, clients);
  let isOver = false;
  let answered = 0;
  const query = async (index: number) => {
    const status = await queryStatus(client, bodies[index % bodies.length] ?? '');
    if (status === 429) await pause(RETRY_AFTER_MS * (1 + Math.random()));
    else if (status === 200) answered += 1;
    else throw new Error(`a query was answered with ${status}`);
  };
  // Tokens and connections are not measured: the identity provider shares the other client's process.
  await query(0);
  const indexes = Array.from({ length: clients }, (_, index) => index);
  await Promise.all(indexes.map(query));
  answered = 0;
  const work = indexes.map(async (index) => {
    while (!isOver) await query(index);
  });
  parentPort?.postMessage('started');
  parentPort?.once('message', () => {
    isOver = true;
    parentPort?.postMessage(answered);
  });
  await Promise.all(work);
}

if (!isMainThread) await keepInProgress(workerData as NoisyClientsOptions);
