import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import { runningProcesses } from '../processes/process-list.js';
import { projectRoot } from '../project-root.js';

/** A broker process, found by its command line: there is no other record of it. */
export interface BrokerProcess {
  readonly pid: number;
  readonly port: number;
}

/** The brokers that run on the data folder, from this or another process. */
export function runningBrokers(dataDir: string): readonly BrokerProcess[] {
  return runningProcesses()
    .filter(({ command }) => command.includes(`kafka.Kafka ${propertiesFile(dataDir)} `))
    .map(({ pid, command }) => ({
      pid,
      port: Number(/PLAINTEXT:\/\/127\.0\.0\.1:(\d+)/.exec(command)?.[1]),
    }));
}

/** Creates the data folder if it is missing. Idempotent, also concurrently. */
export function formatStorage(dataDir: string, jars: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(propertiesFile(dataDir), properties(dataDir));
  if (existsSync(join(dataDir, 'data', 'meta.properties'))) return;
  const tool = ['kafka.tools.StorageTool', 'format', '--ignore-formatted'];
  const settings = ['--cluster-id', clusterIdOf(dataDir), '--config', propertiesFile(dataDir)];
  const format = spawnSync('java', [...jvmFlags(jars), ...tool, ...settings], { encoding: 'utf8' });
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
  ports: { readonly broker: number; readonly controller: number },
): Promise<number> {
  const log = openSync(brokerLogFile(dataDir), 'w');
  const overrides = [
    `listeners=PLAINTEXT://127.0.0.1:${ports.broker},CONTROLLER://127.0.0.1:${ports.controller}`,
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
  return child.pid;
}

export function brokerLogFile(dataDir: string): string {
  return join(dataDir, 'broker.log');
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

/** The same folder always gets the same id, so that concurrent formatting is harmless. */
function clusterIdOf(dataDir: string): string {
  const id = createHash('sha256').update(dataDir).digest().subarray(0, 16);
  // Kafka rejects an id that begins with a dash.
  id.writeUInt8(id.readUInt8(0) & 0x7f, 0);
  return id.toString('base64url');
}

/** KRaft on a single node. The ports are given at each start. */
function properties(dataDir: string): string {
  const settings = {
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
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
