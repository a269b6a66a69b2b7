import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ndx/local-infra';
import { startLitewitness, whyNoInterop } from '@ndx/proof/testing';
import { useStarted } from '@ndx/testing/use-started';
import { describe, expect, test } from '@jest/globals';
import { happened, useAuditedService } from '../testing/audited-service.js';
import { witnessedLog } from '../testing/witnessed-log.js';

/** In CI every toolchain is there, so that a missing one is a failure. */
const missing = process.env['CI'] === 'true' ? undefined : whyNoInterop();

(missing === undefined ? describe : describe.skip)(`litewitness (${missing ?? 'Go'})`, () => {
  const service = useAuditedService();
  const witness = useStarted(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'litewitness-'));
    const seed = randomBytes(32).toString('hex');
    const started = await startLitewitness({ folder, seed, port: await freePort() });
    return {
      ...started,
      stop: async () => {
        await started.stop();
        rmSync(folder, { recursive: true });
      },
    };
  });

  test('cosigns the checkpoints of a log', async () => {
    const log = await witnessedLog(service, 3, witness);
    await log.ask();
    expect(await log.cosigned()).toEqual({ size: 3, by: [witness.verifierKey] });
    await service.enter(...Array.from({ length: 300 }, () => happened([log.network])));
    await log.ask();
    expect(await log.cosigned()).toEqual({ size: 303, by: [witness.verifierKey] });
    expect(log.warning()).toBeUndefined();
  });

  test('reveals that the operator, with its keys, rewrote a log', async () => {
    const log = await witnessedLog(service, 5, witness);
    await log.ask();
    await service.rewrite(log.network, (facts) => facts.toSpliced(1, 1));
    await service.enter(happened([log.network]), happened([log.network]));
    await log.ask();
    expect(await log.cosigned()).toMatchObject({ size: 5 });
    expect(log.warning()).toMatch(/the log does not continue the tree that it cosigned$/);
  });

  test('does not cosign a log that it does not know', async () => {
    const { url, verifierKey } = witness;
    const log = await witnessedLog(service, 1, { url, verifierKey });
    await log.ask();
    expect(log.warning()).toMatch(/it does not know the log$/);
  });
});
