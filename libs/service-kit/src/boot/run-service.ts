import type { Type } from '@nestjs/common';
import { ConfigurationError } from '../config/service-config.js';
import { bootService } from './boot-service.js';
import { migrateService } from './migrate-service.js';
import { redriveCommand } from './redrive-command.js';
import { untilAskedToStop } from './until-asked-to-stop.js';

/** What a service's entry point can be asked for; without a command it serves. */
const COMMANDS: Readonly<
  Record<string, (service: Type, args: readonly string[]) => Promise<void>>
> = {
  serve,
  migrate,
  redrive: redriveCommand,
};

/**
 * The whole entry point of a service: `node dist/main.js [serve|migrate|redrive]`. What is wrong
 * with the environment is said in one message, without a stack.
 */
export async function runService(service: Type): Promise<void> {
  const [command = 'serve', ...args] = process.argv.slice(2);
  const run = COMMANDS[command];
  if (!run) {
    process.stderr.write(
      `unknown command ${command}; known: ${Object.keys(COMMANDS).join(', ')}\n`,
    );
    process.exit(2);
  }
  try {
    await run(service, args);
    process.exit(0);
  } catch (error) {
    const message = error instanceof ConfigurationError ? error.message : describe(error);
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
}

async function serve(service: Type): Promise<void> {
  const running = await bootService(service, process.env);
  await untilAskedToStop();
  await running.close();
}

async function migrate(service: Type): Promise<void> {
  await migrateService(service, process.env);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
