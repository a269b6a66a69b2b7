import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalInfraError } from '@ndx/local-infra';
import type { BusAddress } from './bus-address.js';

/** The file by which other commands find a running local network, in its data folder. */
export interface NetworkFile {
  readonly pid: number;
  readonly gatewayUrl: string;
  readonly tokenUrl: string;
  readonly bus: BusAddress;
  /** The variables of each service, for its own commands. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const FILE = 'network.json';

export function writeNetworkFile(dataDir: string, network: NetworkFile): void {
  writeFileSync(join(dataDir, FILE), JSON.stringify(network, null, 2), { mode: 0o600 });
}

export function removeNetworkFile(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

/** The running network of a data folder: its launcher is alive and its gateway answers. */
export async function runningNetwork(dataDir: string): Promise<NetworkFile | undefined> {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return undefined;
  const network = JSON.parse(readFileSync(file, 'utf8')) as NetworkFile;
  return isAlive(network.pid) && (await answers(network.gatewayUrl)) ? network : undefined;
}

/** @throws LocalInfraError when there is none */
export async function requireRunningNetwork(dataDir: string): Promise<NetworkFile> {
  const network = await runningNetwork(dataDir);
  if (network) return network;
  throw new LocalInfraError(
    `No network is running on ${dataDir}. Start one in another terminal: npm start`,
  );
}

/** Another program may have the process id of an ended launcher, so the gateway is checked, too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/health', url))).ok;
  } catch (error) {
    // The error of fetch when the connection is refused.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
