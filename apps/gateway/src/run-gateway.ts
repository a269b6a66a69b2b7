import { addTraceMetrics, runProcess, serveUntilStopped } from '@ndx/service';
import { ConfigurationError, printVariables } from '@ndx/config';
import { Registry, printMetrics } from '@ndx/telemetry';
import { bootGateway } from './boot-gateway.js';
import { GATEWAY_RULES, gatewayVariables } from './gateway.config.js';
import { GatewayMetrics } from './metrics/gateway-metrics.js';

/** What the entry point can be asked for; without a command it serves. */
const COMMANDS: Readonly<Record<string, () => Promise<void>>> = { serve, variables, metrics };

/** The whole entry point of the gateway: `node dist/main.js [serve|variables|metrics]`. */
export async function runGateway(): Promise<void> {
  const [command = 'serve'] = process.argv.slice(2);
  const run = COMMANDS[command];
  await runProcess(async () => {
    if (!run) {
      const known = Object.keys(COMMANDS).join(', ');
      throw new ConfigurationError('gateway', [`unknown command ${command}; known: ${known}`]);
    }
    await run();
  });
}

async function serve(): Promise<void> {
  await serveUntilStopped(await bootGateway(process.env));
}

async function variables(): Promise<void> {
  process.stdout.write(printVariables('gateway', gatewayVariables, GATEWAY_RULES));
}

async function metrics(): Promise<void> {
  const { registry } = new GatewayMetrics(new Registry());
  addTraceMetrics(registry);
  process.stdout.write(printMetrics('gateway', registry));
}
