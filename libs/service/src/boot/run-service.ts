import { commandLine, wholeNumber } from '@ndx/command-line';
import { createLogger, logProcessWarnings } from '@ndx/telemetry';
import type { Type } from '@nestjs/common';
import { auditArchiveCommand } from './audit-archive-command.js';
import { auditRotateCommand } from './audit-rotate-command.js';
import { auditVerifyCommand } from './audit-verify-command.js';
import { bootService } from './boot-service.js';
import { doctorCommand } from './doctor-command.js';
import { keysCommand } from './keys-command.js';
import { migrateCommand } from './migrate-command.js';
import { metricsCommand } from './metrics-command.js';
import { migrateService } from './migrate-service.js';
import { reconcileCommand } from './reconcile-command.js';
import { redriveCommand } from './redrive-command.js';
import { runProcess } from './run-process.js';
import { serveUntilStopped } from './serve-until-stopped.js';
import { definitionOf } from '../definition/service-definition.js';
import { watchEventLoop } from '../watchdog/watch-event-loop.js';
import { variablesCommand } from './variables-command.js';

/** Adds a command that one service has in addition to those of every service. */
export type OwnCommand = (
  program: ReturnType<typeof commandLine>,
  environment: NodeJS.ProcessEnv,
) => void;

/** The entry point of a service: `node dist/main.js [command]`; the default is `serve`. */
export async function runService(service: Type, ...ownCommands: OwnCommand[]): Promise<void> {
  const program = commandLine('node dist/main.js', 'Runs a service, or one of its commands.');
  program
    .command('serve', { isDefault: true })
    .description('serves until it is stopped')
    .option('--migrate', 'brings the schema of the database up to date first')
    .action((options) => serve(service, options));
  program
    .command('migrate')
    .description('brings the schema of the database up to date')
    .option('--wait <seconds>', 'maximum wait for another migration run; ten minutes by default')
    .action((options) => migrateCommand(service, options));
  program
    .command('redrive')
    .description('redrives parked events')
    .option('--key <key>', 'redrives the events of this key alone')
    .action((options) => redriveCommand(service, options));
  program
    .command('reconcile')
    .description(
      'compares the records of the service with the read models of other services, and repairs these',
    )
    .action(() => reconcileCommand(service));
  program
    .command('keys')
    .description('re-encrypts sealed values under the active key')
    .option('--status', 'counts the values under each key and changes nothing')
    .option('--batch <rows>', 'rows of one transaction', wholeNumber(1), 500)
    .action((options) => keysCommand(service, options));
  program
    .command('audit-verify')
    .description('verifies the audit log')
    .option('--export <file>', 'writes the checkpoints of the logs to a file; - is standard output')
    .option('--checkpoints <file>', 'compares with exported checkpoints; - is standard input')
    .option('--record-gap', 'records in each log the entries that it lost since --checkpoints')
    .option('--entries', 'prints the entries of a network as NDJSON instead')
    .option('--network <id>', 'network of --entries')
    .option('--archive', 'reads and verifies the archived entries, too')
    .option('--keys <file>', 'a copy of /.well-known/ndx-keys: needs no secret of the service')
    .action((options) => auditVerifyCommand(service, options));
  program
    .command('audit-archive')
    .description('moves audit entries older than AUDIT_KEEP_DAYS to files in ARCHIVE_LOCATION')
    .option('--restore', 'writes all archived entries back to the database')
    .action((options) => auditArchiveCommand(service, options));
  program
    .command('audit-rotate')
    .description('enters the next signing key in the audit logs, signed by both keys')
    .option('--next <file>', 'has the next value of the SIGNING_KEY; - is standard input')
    .action((options) => auditRotateCommand(service, process.env, options));
  program
    .command('doctor')
    .description('checks the database and the bus')
    .action(() => doctorCommand(service, process.env));
  program
    .command('variables')
    .description('prints the variables that the service reads')
    .action(() => variablesCommand(service));
  program
    .command('metrics')
    .description('prints the metrics of the service')
    .action(() => metricsCommand(service));
  for (const add of ownCommands) add(program, process.env);
  await runProcess(async () => {
    await program.parseAsync();
  });
}

async function serve(service: Type, { migrate }: { readonly migrate?: true }): Promise<void> {
  logProcessWarnings(createLogger(definitionOf(service).name, 'warn'));
  if (migrate) await migrateService(service, process.env);
  const running = await bootService(service, process.env);
  await watchEventLoop(running.name, running.eventLoopTimeoutMs);
  await serveUntilStopped(running);
}
