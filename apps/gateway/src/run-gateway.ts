import { commandLine } from '@ndx/command-line';
import { addTraceMetrics, runProcess, serveUntilStopped, watchEventLoop } from '@ndx/service';
import { printVariables } from '@ndx/config';
import { createLogger, logProcessWarnings, printMetrics, Registry } from '@ndx/telemetry';
import { bootGateway } from './boot-gateway.js';
import { doctorCommand } from './doctor/doctor-command.js';
import { GATEWAY_RULES, gatewayVariables } from './gateway.config.js';
import { GatewayMetrics } from './metrics/gateway-metrics.js';

/** The entry point of the gateway: `node dist/main.js [command]`; the default is `serve`. */
export async function runGateway(): Promise<void> {
  const program = commandLine('node dist/main.js', 'Runs the gateway, or one of its commands.');
  program
    .command('serve', { isDefault: true })
    .description('serves until it is stopped')
    .action(serve);
  program
    .command('variables')
    .description('prints the variables that the gateway reads')
    .action(variables);
  program
    .command('doctor')
    .description('checks the configuration against the identity provider')
    .option('--token <file>', 'verifies this token, too; - is standard input')
    .action((options) => doctorCommand(process.env, options));
  program.command('metrics').description('prints the metrics of the gateway').action(metrics);
  await runProcess(async () => {
    await program.parseAsync();
  });
}

async function serve(): Promise<void> {
  logProcessWarnings(createLogger('gateway', 'warn'));
  const running = await bootGateway(process.env);
  await watchEventLoop('gateway', running.eventLoopTimeoutMs);
  await serveUntilStopped(running);
}

async function variables(): Promise<void> {
  process.stdout.write(printVariables('gateway', gatewayVariables, GATEWAY_RULES));
}

async function metrics(): Promise<void> {
  const { registry } = new GatewayMetrics(new Registry());
  addTraceMetrics(registry);
  process.stdout.write(printMetrics('gateway', registry));
}
