import { parseArgs } from 'node:util';
import { LocalInfraError } from '@ndx/local-infra';

export interface NetworkOptions {
  readonly gatewayPort: number;
  readonly identityProviderPort: number;
  /** Where the databases, the bus and the keys are kept between runs. */
  readonly dataDir: string;
  readonly bus: 'embedded' | 'kafka';
}

const DEFAULT_PORT = 8080;

/** The identity provider's port lies this far above the gateway's. */
const IDENTITY_PROVIDER_OFFSET = 10;

/**
 * Reads `--port`, `--bus` and `--data`, and their variables `GATEWAY_PORT` and `BUS`.
 * @throws LocalInfraError that says what is not understood
 */
export function networkOptions(args: readonly string[], env: NodeJS.ProcessEnv): NetworkOptions {
  const { values } = parse(args);
  const gatewayPort = Number(values.port ?? env['GATEWAY_PORT'] ?? DEFAULT_PORT);
  if (!Number.isInteger(gatewayPort) || gatewayPort < 1 || gatewayPort > 65_000) {
    throw new LocalInfraError(
      `--port must be a number from 1 to 65000, not ${String(values.port ?? env['GATEWAY_PORT'])}.`,
    );
  }
  const bus = values.bus ?? env['BUS'] ?? (env['KAFKA_BROKERS'] ? 'kafka' : 'embedded');
  if (bus !== 'embedded' && bus !== 'kafka') {
    throw new LocalInfraError(`--bus must be embedded or kafka, not ${bus}.`);
  }
  return {
    gatewayPort,
    identityProviderPort: gatewayPort + IDENTITY_PROVIDER_OFFSET,
    dataDir: values.data ?? '.data',
    bus,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, bus: { type: 'string' }, data: { type: 'string' } },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalInfraError(
      `${reason}\nUsage: npm start -- [--port 8080] [--bus embedded|kafka] [--data .data]`,
    );
  }
}
