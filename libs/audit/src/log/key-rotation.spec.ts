import { generateKeyPairSync } from 'node:crypto';
import { newId } from '@ndx/contracts';
import { publicBytesOf } from '@ndx/proof';
import { describe, expect, test } from '@jest/globals';
import { happened, useAuditedService } from '../testing/audited-service.js';
import { verifyLog } from '../verify/verify-log.js';
import { AuditLog } from './audit-log.js';
import { LogSigner, LogVerifier } from './log-keys.js';
import { PublicLog } from './public-log.js';

const service = useAuditedService();

const pair = () => generateKeyPairSync('ed25519').privateKey;
const verifierOf = (...keys: readonly ReturnType<typeof pair>[]) =>
  new LogVerifier('test.example', 'entity', keys.map(publicBytesOf));

/** A log that a first key signed, and then a second one. */
async function rotatedLog() {
  const [first, second] = [pair(), pair()];
  const network = newId();
  const append = (log: AuditLog) =>
    service.dataSource.transaction((manager) => log.append(manager, [happened([network])]));
  const before = new AuditLog(new LogSigner(verifierOf(first), first));
  await append(before);
  const kept = await new PublicLog(service.source).checkpoint(network);
  const next = new LogSigner(verifierOf(second, first), second);
  await service.dataSource.transaction((manager) => before.rotateKey(manager, network, next));
  await append(new AuditLog(next));
  return { network, first, second, kept: kept ?? '' };
}

async function faultOf(network: string, verifier: LogVerifier) {
  for await (const verdict of verifyLog({ ...service.source, verifier })) {
    if (verdict.network === network) return verdict.fault;
  }
  throw new Error('the log is gone');
}

describe('the rotation of the key of a log', () => {
  test('is an entry that both keys signed; old and new checkpoints verify with both keys', async () => {
    const { network, first, second, kept } = await rotatedLog();
    const both = verifierOf(second, first);
    expect(await faultOf(network, both)).toBeUndefined();
    expect(both.checkpointOf(network, kept)).toMatchObject({ size: 1 });
    const [entry] = await service.dataSource.query<{ seq: string; data: string }[]>(
      `select seq, data from audit_entry where network = $1 and type = 'audit.key-rotated.v1'`,
      [network],
    );
    expect(entry?.seq).toBe('2');
    const { rotation } = JSON.parse(entry?.data ?? '') as {
      rotation: { checkpoint: string; next: string };
    };
    // Who has the old key alone learns the new one.
    expect(verifierOf(first).rotationOf(network, rotation)).toMatchObject({ size: 1 });
    expect(verifierOf(second).rotationOf(network, rotation)).toBeUndefined();
    expect(verifierOf(pair()).rotationOf(network, rotation)).toBeUndefined();
  });

  test('is a fault where the old key is not known, or did not sign', async () => {
    const { network, second } = await rotatedLog();
    expect(await faultOf(network, verifierOf(second))).toEqual({
      seq: 2,
      eventId: expect.any(String),
      reason: 'it is not signed by both keys',
    });
    expect(await faultOf(network, verifierOf(pair()))).toBeDefined();
  });
});
