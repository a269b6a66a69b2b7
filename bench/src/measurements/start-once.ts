import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, isPortFree, projectRoot } from '@ndx/local-infra';
import { ApiClient, NotAnsweredError, tokenOf } from '@ndx/tools/network/api-client';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';

const POLL_MS = 20;
const LONGEST_MS = 180_000;
/** `npm start` adds this to the gateway's port for the identity provider. */
const IDENTITY_PROVIDER_OFFSET = 10;

/** Seconds since the command started. */
export interface Start {
  /** The gateway's first 200 of `GET /health`. */
  readonly health: number;
  /** The first 200 of a KYB query, for a business that is furnished as early as possible. */
  readonly query: number;
  /** `npm start` has printed its quick start. */
  readonly said: number;
}

/** Runs `npm start` on a data folder until the network is ready, then stops it. */
export async function startOnce(dataDir: string, logFile: string): Promise<Start> {
  const port = await twoFreePorts();
  const log = openSync(logFile, 'w');
  const begin = performance.now();
  const npm = spawn('npm', ['start', '--', '--port', String(port), '--data', dataDir], {
    cwd: projectRoot(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const stop = () => stopGroup(npm);
  process.on('exit', stop);
  try {
    const seconds = async (isDone: () => Promise<boolean>) => {
      while (!(await isDone())) {
        if (npm.exitCode !== null || performance.now() - begin > LONGEST_MS)
          throw new Error(`npm start did not come up:\n${readFileSync(logFile, 'utf8')}`);
        await pause(POLL_MS);
      }
      return (performance.now() - begin) / 1_000;
    };
    const [health, query, said] = await Promise.all([
      seconds(() => isHealthy(port)),
      seconds(businessQuery(port)),
      seconds(() =>
        Promise.resolve(readFileSync(logFile, 'utf8').includes('Ctrl-C stops everything')),
      ),
    ]);
    return { health, query, said };
  } finally {
    process.off('exit', stop);
    const ended = once(npm, 'close');
    if (stop()) await ended;
  }
}

async function isHealthy(port: number): Promise<boolean> {
  const answer = await answered(new ApiClient(urlOf(port), noToken).get('/health'));
  return answer?.status === 200;
}

/** Furnishes and queries a business. The data folder keeps the business for the next start. */
function businessQuery(port: number): () => Promise<boolean> {
  const tokenUrl = `${urlOf(port + IDENTITY_PROVIDER_OFFSET)}/token`;
  const client = ({ account }: { readonly account: string }) =>
    new ApiClient(urlOf(port), tokenOf(tokenUrl, account));
  const [furnisher, querier] = [client(FIRST_BANK), client(QUERYING_BANK)];
  const performedAt = new Date(Date.now() - 60_000).toISOString();
  const verification = { performedAt, source: 'registry', operatingCity: 'Cambridge' };
  const record = {
    business_identity: demoBusiness('START'),
    ...demoSections('START', verification),
  };
  let businessId: string | undefined;
  return async () => {
    if (!(await isHealthy(port))) return false;
    if (businessId === undefined) {
      const answer = await answered(
        furnisher.post('/v1/products/kyb_certificate/furnish', {
          network_id: DEMO_NETWORK.id,
          records: [record],
        }),
      );
      if (answer?.status !== 200) return false;
      businessId = (answer.body as { results: { business_id: string }[] }).results[0]?.business_id;
    }
    const answer = await answered(
      querier.post('/v1/products/kyb_certificate/query', {
        network_ids: [DEMO_NETWORK.id],
        business_id: businessId,
      }),
    );
    return answer?.status === 200;
  };
}

/** Undefined when the connection is refused. */
async function answered<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotAnsweredError) return undefined;
    throw error;
  }
}

/** Stops npm and its child processes, as Ctrl-C does; false when npm has already exited. */
function stopGroup({ pid, exitCode, signalCode }: ChildProcess): boolean {
  if (pid === undefined || exitCode !== null || signalCode !== null) return false;
  return process.kill(-pid, 'SIGINT');
}

async function twoFreePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await isPortFree(port + IDENTITY_PROVIDER_OFFSET)) return port;
  }
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}

const noToken = () => Promise.resolve('');
