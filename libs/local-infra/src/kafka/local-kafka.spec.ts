import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commandLineOf } from '../processes/process-list.js';
import { servesClients } from './broker-metadata.js';
import { LocalKafka } from './local-kafka.js';

// In CI a missing broker fails the tests instead of skipping them.
const suite = LocalKafka.available() || process.env['CI'] === 'true' ? describe : describe.skip;

suite('a local Kafka broker', () => {
  let folder: string;
  let broker: LocalKafka;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'local-kafka-'));
    broker = await start({ adopt: false });
  });

  afterAll(async () => {
    await broker.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function start({ adopt }: { readonly adopt: boolean }): Promise<LocalKafka> {
    const log = (): void => undefined;
    return LocalKafka.start({
      dataDir: join(folder, 'broker'),
      adopt,
      endWithThisProcess: true,
      log,
    });
  }

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

  test('is adopted on request', async () => {
    const adopted = await start({ adopt: true });
    expect(adopted.pid).toBe(broker.pid);
  });

  test('is stopped and replaced when an earlier run left it behind', async () => {
    const leftBehind = broker.pid;
    broker = await start({ adopt: false });
    expect(commandLineOf(leftBehind)).toBeUndefined();
    expect(await servesClients(broker.port)).toBe(true);
  });
});
