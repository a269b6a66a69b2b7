import type { Log } from '@ndx/local-infra';
import { testBuses, testKafka, testPostgres, whyNoKafka } from '@ndx/testing';

/** Environment variables with the addresses of the shared servers. */
export type TestServers = Readonly<
  Record<'TEST_POSTGRES_URL' | 'TEST_BUSES', string> & { TEST_KAFKA_BROKERS?: string }
>;

/**
 * Starts the servers that the suites need and no variable provides. They end with this process.
 *
 * @throws Error in CI when Kafka cannot run
 */
export async function startTestServers(
  environment: NodeJS.ProcessEnv,
  log: Log,
): Promise<TestServers> {
  const buses = testBuses(environment);
  log(`Tests: on Postgres and the buses ${buses.join(', ')}`);
  const always = { TEST_POSTGRES_URL: await testPostgres(), TEST_BUSES: buses.join(',') };
  if (buses.includes('kafka')) return { ...always, TEST_KAFKA_BROKERS: await testKafka() };
  log(`Tests: the bus suites do not run on Kafka: ${whyNoKafka() ?? 'TEST_BUSES leaves it out'}.`);
  return always;
}
