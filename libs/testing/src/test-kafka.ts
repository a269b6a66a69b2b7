import { join } from 'node:path';
import { LocalKafka, projectRoot } from '@ndx/local-infra';
import { sharedServer } from './shared-server.js';

let shared: Promise<string> | undefined;

/**
 * The bootstrap address of a Kafka broker for tests: TEST_KAFKA_BROKERS, or else one that all test
 * processes of this checkout share and that ends with the last of them. A test that stops the
 * broker starts its own `LocalKafka`.
 */
export function testKafka(): Promise<string> {
  shared ??= givenOrShared();
  return shared;
}

async function givenOrShared(): Promise<string> {
  const given = process.env['TEST_KAFKA_BROKERS'];
  if (given !== undefined && given !== '') return given;
  const dataDir = join(projectRoot(), '.cache', 'test-kafka');
  const log = (): void => undefined;
  return sharedServer(dataDir, async (users) => {
    const { brokers } = await LocalKafka.start({ dataDir, users, log });
    return brokers;
  });
}
