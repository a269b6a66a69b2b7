import { LocalKafka } from '@ndx/local-infra';

const BUSES = ['embedded', 'kafka'] as const;

export type BusName = (typeof BUSES)[number];

/**
 * The buses of a suite, the embedded one first, for `describe.each`: the buses in TEST_BUSES, or
 * else the embedded one, and Kafka when a broker is given (TEST_KAFKA_BROKERS) or can be started.
 * In CI Kafka is required: throws without it.
 */
export function testBuses(
  environment: NodeJS.ProcessEnv = process.env,
): readonly [BusName, ...BusName[]] {
  const listed = (environment['TEST_BUSES'] ?? '').split(',').filter((name) => name !== '');
  const chosen = listed.length > 0 ? listed.map(busNamed) : possibleBuses(environment);
  const buses = BUSES.filter((bus) => chosen.includes(bus));
  if (environment['CI'] === 'true' && !buses.includes('kafka')) {
    throw new Error(
      `CI runs the bus suites on Kafka. ${whyNoKafka() ?? 'TEST_BUSES leaves it out'}.`,
    );
  }
  const [first, ...others] = buses;
  if (first === undefined) throw new Error('TEST_BUSES lists no bus');
  return [first, ...others];
}

/** The reason why the bus suites cannot run on Kafka on this machine; undefined when they can. */
export function whyNoKafka(): string | undefined {
  return LocalKafka.missing();
}

function possibleBuses(environment: NodeJS.ProcessEnv): readonly BusName[] {
  const broker = environment['TEST_KAFKA_BROKERS'];
  if ((broker !== undefined && broker !== '') || whyNoKafka() === undefined) return BUSES;
  return ['embedded'];
}

function busNamed(name: string): BusName {
  const bus = BUSES.find((known) => known === name.trim());
  if (bus === undefined)
    throw new Error(`TEST_BUSES: there is no bus "${name}", only ${BUSES.join(', ')}`);
  return bus;
}
