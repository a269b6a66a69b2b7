import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE_NAMES } from '@ndx/contracts';
import { codeOf, freePort, isPortFree, projectRoot } from '@ndx/local-infra';
import { startService } from '@ndx/tools/network/service-processes';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';
import { startNetwork } from '../start-network.js';

const MOST_SECONDS = { up: 10, health: 4, service: 1.5 };
const POLL_MS = 20;
const LONGEST_MS = 180_000;
/** `npm start` adds this to the gateway's port for the identity provider. */
const IDENTITY_PROVIDER_OFFSET = 10;

export const start: Measurement = {
  name: 'start',
  about:
    '`npm start` with a warm build until "The network is up" on an empty data folder, and until the first 200 of /health on an existing one; and each process from its start until it is ready',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const { dataDir, rounds, say } = context;
  mkdirSync(dataDir, { recursive: true });
  const empty: StartTimes[] = [];
  const kept: StartTimes[] = [];
  const services: Map<string, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = join(dataDir, String(round));
    for (const times of [empty, kept]) {
      const took = await startOnce(folder, join(dataDir, 'start.log'));
      times.push(took);
      say(
        `round ${round + 1}, ${times === kept ? 'kept' : 'empty'} data: ` +
          `first 200 of /health after ${took.health.toFixed(1)} s, up after ${took.up.toFixed(1)} s`,
      );
    }
    services.push(await startServices({ dataDir: folder, say }));
  }
  const seconds = (name: string, values: readonly number[], atMost?: number) =>
    figureOf(name, 's', values, atMost === undefined ? undefined : { atMost });
  const of = (times: readonly StartTimes[], what: keyof StartTimes) =>
    times.map((time) => time[what]);
  return [
    seconds('empty data: "The network is up"', of(empty, 'up'), MOST_SECONDS.up),
    seconds('empty data: first 200 of /health', of(empty, 'health')),
    seconds('kept data: first 200 of /health', of(kept, 'health'), MOST_SECONDS.health),
    ...SERVICE_NAMES.map((service) =>
      seconds(
        `${service}: ready`,
        services.map((took) => took.get(service) ?? NaN),
        MOST_SECONDS.service,
      ),
    ),
  ];
}

/** Starts each process of a running network again, alone. @returns seconds by its name */
async function startServices(
  context: Pick<BenchContext, 'dataDir' | 'say'>,
): Promise<Map<string, number>> {
  const network = await startNetwork(context);
  try {
    const took = new Map<string, number>();
    for (const [service, process] of network.processes) {
      await process.stop();
      const begin = performance.now();
      const again = await startService(service, network.environment(service), {
        logDir: join(network.dataDir, 'logs'),
        log: context.say,
      });
      took.set(service, (performance.now() - begin) / 1_000);
      await again.stop();
    }
    return took;
  } finally {
    await network.stop();
  }
}

/** Seconds since the command. */
interface StartTimes {
  readonly health: number;
  readonly up: number;
}

/** Runs `npm start` on a data folder until the network is up, then stops it. */
async function startOnce(dataDir: string, logFile: string): Promise<StartTimes> {
  const port = await twoFreePorts();
  const log = openSync(logFile, 'w');
  const begin = performance.now();
  const npm = spawn('npm', ['start', '--', '--port', String(port), '--data', dataDir], {
    cwd: projectRoot(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = once(npm, 'close');
  // Like Ctrl-C: the group has npm and its child processes.
  const stop = () => {
    if (npm.pid !== undefined) signalGroup(npm.pid);
  };
  process.on('exit', stop);
  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) {
      if (npm.exitCode !== null || performance.now() - begin > LONGEST_MS)
        throw new Error(`npm start did not come up:\n${readFileSync(logFile, 'utf8')}`);
      await pause(POLL_MS);
    }
    return (performance.now() - begin) / 1_000;
  };
  try {
    const health = await until(() => isHealthy(port));
    const up = await until(() => readFileSync(logFile, 'utf8').includes('The network is up.'));
    return { health, up };
  } finally {
    process.off('exit', stop);
    stop();
    await ended;
  }
}

function signalGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGINT');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch (error) {
    // The error of fetch when the connection is refused.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function twoFreePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await isPortFree(port + IDENTITY_PROVIDER_OFFSET)) return port;
  }
}
