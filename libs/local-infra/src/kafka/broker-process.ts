import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import { commandLineOf } from '../processes/command-line.js';
import { projectRoot } from '../project-root.js';
import { securedSettings, usersOf, type SecuredListener } from './secured-listener.js';

/** The broker that runs on the data folder, of this or another process. */
export function brokerOn(dataDir: string): number | undefined {
  if (!existsSync(pidFile(dataDir))) return undefined;
  const pid = Number(readFileSync(pidFile(dataDir), 'utf8'));
  const command = commandLineOf(pid) ?? '';
  return command.includes(`kafka.Kafka ${propertiesFile(dataDir)} `) ? pid : undefined;
}

interface StorageSettings {
  readonly secured?: SecuredListener;
  /** In place of the properties below. */
  readonly properties?: Readonly<Record<string, string | number>>;
}

/** Creates the data folder if it is missing, with the users of a secured listener. */
export function formatStorage(
  dataDir: string,
  jars: string,
  { secured, properties }: StorageSettings,
): void {
  mkdirSync(dataDir, { recursive: true });
  const settings = { ...defaults(dataDir), ...securedSettings(dataDir, secured), ...properties };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(propertiesFile(dataDir), lines.join(''));
  if (existsSync(join(dataDir, 'data', 'meta.properties'))) return;
  const tool = ['kafka.tools.StorageTool', 'format', '--ignore-formatted'];
  const cluster = ['--cluster-id', clusterIdOf(dataDir), '--config', propertiesFile(dataDir)];
  const args = [...jvmFlags(jars), ...tool, ...cluster, ...usersOf(secured)];
  const format = spawnSync('java', args, { encoding: 'utf8' });
  if (format.error !== undefined) throw format.error;
  if (format.status !== 0) {
    throw new LocalInfraError(
      `Kafka could not create ${dataDir}: ${format.stdout}${format.stderr}`,
    );
  }
}

/**
 * Starts a broker in its own process group, so that Ctrl-C in the terminal reaches only the
 * launcher.
 */
export async function spawnBroker(
  dataDir: string,
  jars: string,
  ports: { readonly broker: number; readonly controller: number; readonly secured?: number },
): Promise<number> {
  const log = openSync(brokerLogFile(dataDir), 'w');
  const listeners = [
    `PLAINTEXT://127.0.0.1:${ports.broker}`,
    `CONTROLLER://127.0.0.1:${ports.controller}`,
    ...(ports.secured === undefined ? [] : [`SASL_SSL://127.0.0.1:${ports.secured}`]),
  ];
  const overrides = [
    `listeners=${listeners.join(',')}`,
    `controller.quorum.voters=1@127.0.0.1:${ports.controller}`,
  ].flatMap((override) => ['--override', override]);
  const child = spawn(
    'java',
    [...jvmFlags(jars), 'kafka.Kafka', propertiesFile(dataDir), ...overrides],
    { detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  if (child.pid === undefined) throw new LocalInfraError('Kafka did not start.');
  child.unref();
  writeFileSync(pidFile(dataDir), String(child.pid));
  return child.pid;
}

export function brokerLogFile(dataDir: string): string {
  return join(dataDir, 'broker.log');
}

function pidFile(dataDir: string): string {
  return join(dataDir, 'broker.pid');
}

function propertiesFile(dataDir: string): string {
  return join(dataDir, 'server.properties');
}

/** Small and quick to start, for one machine. */
function jvmFlags(jars: string): readonly string[] {
  const logging = join(projectRoot(), 'deploy', 'kafka', 'log4j2.properties');
  return [
    ...['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
    `-Dlog4j2.configurationFile=${logging}`,
    ...['-cp', join(jars, '*')],
  ];
}

/** The same folder always gets the same id. */
function clusterIdOf(dataDir: string): string {
  const id = createHash('sha256').update(dataDir).digest().subarray(0, 16);
  // Kafka rejects an id that begins with a dash.
  id.writeUInt8(id.readUInt8(0) & 0x7f, 0);
  return id.toString('base64url');
}

/** KRaft on a single node. The ports are given at each start. */
function defaults(dataDir: string): Readonly<Record<string, string | number>> {
  return {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.listener.names': 'CONTROLLER',
    'controller.quorum.voters': '1@127.0.0.1:9093',
    listeners: 'PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093',
    'log.dirs': join(dataDir, 'data'),
    'auto.create.topics.enable': 'false',
    'log.retention.ms': -1,
    'group.initial.rebalance.delay.ms': 0,
    // The session timeout after which a killed broker may register again.
    'broker.session.timeout.ms': 2_000,
    'broker.heartbeat.interval.ms': 500,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'log.cleaner.dedupe.buffer.size': 8 * 1024 * 1024,
  };
}
