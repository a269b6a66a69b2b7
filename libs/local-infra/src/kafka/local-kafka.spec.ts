import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { servesClients } from './broker-metadata.js';
import { LocalKafka } from './local-kafka.js';

// In CI a missing broker fails the tests instead of skipping them.
const suite = LocalKafka.available() || process.env['CI'] === 'true' ? describe : describe.skip;

suite('a local Kafka broker', () => {
  let folder: string;
  let broker: LocalKafka;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'local-kafka-'));
    const log = (): void => undefined;
    broker = await LocalKafka.start({ dataDir: join(folder, 'broker'), log });
  });

  afterAll(async () => {
    await broker.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('serves clients after its start, and not after a kill', async () => {
    expect(await servesClients(broker.port)).toBe(true);
    await broker.kill();
    expect(await servesClients(broker.port)).toBe(false);
  });

  test('restarts on the same port after a kill', async () => {
    const before = broker.brokers;
    await broker.restart();
    expect(broker.brokers).toBe(before);
    expect(await servesClients(broker.port)).toBe(true);
  });
});
