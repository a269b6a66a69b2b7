import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { ManagedProcess, projectRoot, type Log } from '@ndx/local-infra';
import { localUrl } from './service-environment.js';

type Environment = (service: ServiceName) => Record<string, string>;

/**
 * Starts all processes and resolves when each is ready; processes that exit unexpectedly are
 * restarted. When one does not start, none is left. Each service first migrates its own database:
 * a separate process for `migrate` would load all its modules a second time.
 */
export async function startProcesses(
  environment: Environment,
  logDir: string,
  log: Log,
): Promise<ReadonlyMap<ServiceName, ManagedProcess>> {
  log(`Services: starting (their logs are in ${logDir})`);
  const starts = await Promise.allSettled(
    SERVICE_NAMES.map(async (service) => {
      const started = await startService(service, environment(service), { logDir, log });
      log(`Services: ${service} is ready`);
      return [service, started] as const;
    }),
  );
  const processes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  if (failure) {
    await Promise.all(processes.map(([, process]) => process.stop()));
    throw failure.reason;
  }
  return new Map(processes);
}

/** Starts a process, which is restarted when it exits unexpectedly, and resolves when it is ready. */
export function startService(
  service: ServiceName,
  env: Readonly<Record<string, string>>,
  { logDir, log }: { readonly logDir: string; readonly log: Log },
): Promise<ManagedProcess> {
  return ManagedProcess.start({
    name: service,
    entry: entryOf(service),
    firstArgs: service === 'gateway' ? [] : ['serve', '--migrate'],
    env,
    readyUrl: `${localUrl(Number(env['PORT']))}/health/ready`,
    logFile: logFileOf(logDir, service),
    restart: true,
    log,
  });
}

export function logFileOf(logDir: string, service: ServiceName): string {
  return join(logDir, `${service}.log`);
}

export function entryOf(service: ServiceName): string {
  return join(projectRoot(), 'apps', service, 'dist', 'main.js');
}
