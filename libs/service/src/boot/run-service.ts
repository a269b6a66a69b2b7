import { ConfigurationError } from '@ndx/config';
import type { Type } from '@nestjs/common';
import { auditVerifyCommand } from './audit-verify-command.js';
import { bootService } from './boot-service.js';
import { keysCommand } from './keys-command.js';
import { migrateCommand } from './migrate-command.js';
import { metricsCommand } from './metrics-command.js';
import { redriveCommand } from './redrive-command.js';
import { runProcess } from './run-process.js';
import { serveUntilStopped } from './serve-until-stopped.js';
import { variablesCommand } from './variables-command.js';

/** What a service's entry point can be asked for; without a command it serves. */
const COMMANDS: Readonly<
  Record<string, (service: Type, args: readonly string[]) => Promise<void>>
> = {
  serve,
  migrate: migrateCommand,
  redrive: redriveCommand,
  keys: keysCommand,
  variables: variablesCommand,
  metrics: metricsCommand,
  'audit-verify': auditVerifyCommand,
};

/** The whole entry point of a service: `node dist/main.js [command]`, `serve` without one. */
export async function runService(service: Type): Promise<void> {
  const [command = 'serve', ...args] = process.argv.slice(2);
  const run = COMMANDS[command];
  await runProcess(async () => {
    if (!run) {
      const known = Object.keys(COMMANDS).join(', ');
      throw new ConfigurationError('the process', [`unknown command ${command}; known: ${known}`]);
    }
    await run(service, args);
  });
}

async function serve(service: Type): Promise<void> {
  await serveUntilStopped(await bootService(service, process.env));
}
