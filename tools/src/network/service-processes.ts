import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICE_NAMES, STATEFUL_SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { LocalInfraError, ManagedProcess, projectRoot, type Log } from '@ndx/local-infra';
import { localUrl } from './service-environment.js';

type Environment = (service: ServiceName) => Record<string, string>;

const run = promisify(execFile);

/** Runs every service's own migrate command, like a deployment before a rollout. */
export async function migrateServices(environment: Environment, log: Log): Promise<void> {
  log('Databases: migrating');
  await Promise.all(
    STATEFUL_SERVICE_NAMES.map(async (service) => {
      try {
        await run(process.execPath, [entryOf(service), 'migrate'], {
          env: { ...process.env, ...environment(service) },
        });
      } catch (error) {
        throw new LocalInfraError(
          `The database of ${service} could not be migrated: ${reasonOf(error)}`,
        );
      }
    }),
  );
}

/**
 * Starts all processes and resolves when each is ready; processes that exit unexpectedly are
 * restarted.
 */
export async function startProcesses(
  environment: Environment,
  logDir: string,
  log: Log,
): Promise<ReadonlyMap<ServiceName, ManagedProcess>> {
  log(`Services: starting (their logs are in ${logDir})`);
  const processes = await Promise.all(
    SERVICE_NAMES.map(async (service) => {
      const env = environment(service);
      const started = await ManagedProcess.start({
        name: service,
        entry: entryOf(service),
        env,
        readyUrl: `${localUrl(Number(env['PORT']))}/health/ready`,
        logFile: join(logDir, `${service}.log`),
        restart: true,
        log,
      });
      log(`Services: ${service} is ready`);
      return [service, started] as const;
    }),
  );
  return new Map(processes);
}

export function entryOf(service: ServiceName): string {
  return join(projectRoot(), 'apps', service, 'dist', 'main.js');
}

function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'stderr' in error) return String(error.stderr);
  return String(error);
}
