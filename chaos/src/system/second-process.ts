import { join } from 'node:path';
import type { ServiceName } from '@ndx/contracts';
import { freePort, ManagedProcess } from '@ndx/local-infra';
import { entryOf } from '@ndx/tools/network/service-processes';
import type { System } from './system.js';

/** A further process of a service: on its database, in its consumer group. */
export interface SecondProcess {
  readonly process: ManagedProcess;
  readonly port: number;
  readonly metricsPort: number;
}

/** Starts it, and waits until it is ready. It is restarted after every exit, until it is stopped. */
export async function startSecond(
  { network }: Pick<System, 'network'>,
  service: ServiceName,
): Promise<SecondProcess> {
  const port = await freePort();
  const metricsPort = service === 'gateway' ? await freePort() : port;
  const process = await ManagedProcess.start({
    name: `${service} (second)`,
    entry: entryOf(service),
    env: {
      ...network.environment(service),
      PORT: String(port),
      ...(service === 'gateway' && { METRICS_PORT: String(metricsPort) }),
    },
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    logFile: join(network.dataDir, 'logs', `${service}-second.log`),
    restart: true,
    log: () => undefined,
  });
  return { process, port, metricsPort };
}
