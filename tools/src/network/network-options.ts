import { commandLine, Option, wholeNumber } from '@ndx/command-line';
import { providerVariables } from './provider-variables.js';

export interface NetworkOptions {
  readonly gatewayPort: number;
  readonly identityProviderPort: number;
  /** The folder of the databases, the bus and the keys. */
  readonly dataDir: string;
  readonly bus: 'embedded' | 'kafka';
  /**
   * Variables of an identity provider and of the first institution. There is then neither the local
   * identity provider nor the demo network.
   */
  readonly provider?: Readonly<Record<string, string>> | undefined;
}

const BUSES = ['embedded', 'kafka'] as const;

/** The offset of the identity provider's port from the gateway's. */
const IDENTITY_PROVIDER_OFFSET = 10;

/** The data folder of a network on this machine. */
export const dataOption = () =>
  new Option('--data <folder>', 'folder of the databases, the bus and the keys').default('.data');

/** The options of `npm start`. @throws CommanderError */
export function networkOptions(args: readonly string[], env: NodeJS.ProcessEnv): NetworkOptions {
  const { port, bus, data, provider } = commandLine(
    'npm start --',
    'Starts a network on this machine.',
  )
    .addOption(
      new Option('--port <port>', "gateway's port; the identity provider's is ten above it")
        .argParser(wholeNumber(1, 65_000))
        .env('GATEWAY_PORT')
        .default(8080),
    )
    .addOption(
      new Option('--bus <bus>', 'kafka also when KAFKA_BROKERS is set')
        .choices(BUSES)
        .env('BUS')
        .default(env['KAFKA_BROKERS'] ? BUSES[1] : BUSES[0]),
    )
    .addOption(dataOption())
    .addOption(
      new Option(
        '--provider <file>',
        'variables of another identity provider and of the first institution; no demo network',
      ).argParser(providerVariables),
    )
    .parse(args, { from: 'user' })
    .opts();
  return {
    gatewayPort: port,
    identityProviderPort: port + IDENTITY_PROVIDER_OFFSET,
    dataDir: data,
    bus,
    provider,
  };
}
