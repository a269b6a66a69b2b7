import { newId } from '@ndx/contracts';
import { startWitness } from '@ndx/proof/testing';
import { startHttpServer } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { describe, expect, test } from '@jest/globals';
import { happened, useAuditedService } from '../testing/audited-service.js';
import type { ChangeFacts } from '../testing/rewrite-log.js';
import { witnessedLog, type Listed } from '../testing/witnessed-log.js';

const service = useAuditedService();
const witness = useStarted(() => startWitness());
const second = useStarted(() => startWitness('second.example.com'));

describe('the witnesses of a log', () => {
  test('cosign each of its checkpoints', async () => {
    const log = await witnessedLog(service, 3, witness, second);
    await log.ask();
    expect(await log.cosigned()).toEqual({
      size: 3,
      by: [witness.verifierKey, second.verifierKey],
    });
    await service.enter(happened([log.network]), happened([log.network]));
    await log.ask();
    expect(await log.cosigned()).toEqual({
      size: 5,
      by: [witness.verifierKey, second.verifierKey],
    });
    expect(log.warning()).toBeUndefined();
    expect(await log.ageSeconds()).toBeLessThan(3_600);
  });

  test('cosign without one that does not answer', async () => {
    const stopped = await startWitness('stopped.example.com');
    await stopped.stop();
    const log = await witnessedLog(service, 2, stopped, witness);
    await log.ask();
    expect(await log.cosigned()).toEqual({ size: 2, by: [witness.verifierKey] });
    expect(log.warning()).toMatch(
      /^no cosignature of stopped\.example\.com for network .*ECONNREFUSED/,
    );
  });

  test('continue from the size that they know', async () => {
    const log = await witnessedLog(service, 4, witness);
    await log.ask();
    await service.dataSource.query('delete from audit_witness where network = $1', [log.network]);
    await service.enter(happened([log.network]));
    await log.ask();
    expect(await log.cosigned()).toMatchObject({ size: 5 });
  });

  test('are not asked at an origin that the operator does not allow, nor after a redirect', async () => {
    const asked: (string | undefined)[] = [];
    const other = await startHttpServer((request, response) => {
      asked.push(request.url);
      response.writeHead(308, { location: `${witness.url}add-checkpoint` }).end();
    });
    const refused = await witnessedLog(service, 1, {
      ...witnessAt(other.url),
      origins: [witness.url],
    });
    await refused.ask();
    expect(asked).toEqual([]);
    expect(refused.warning()).toMatch(/the operator does not allow its url$/);

    const redirected = await witnessedLog(service, 1, witnessAt(other.url));
    await redirected.ask();
    expect(asked).toEqual(['/add-checkpoint']);
    expect(redirected.warning()).toMatch(/it answered 308$/);
    await other.stop();
  });

  const changes: readonly (readonly [string, ChangeFacts])[] = [
    ['edited', (facts) => facts.map((fact, n) => (n === 1 ? { ...fact, subject: 'other' } : fact))],
    ['deleted', (facts) => facts.toSpliced(1, 1)],
    [
      'inserted',
      ([first, ...rest]) => (first ? [first, { ...first, eventId: newId() }, ...rest] : []),
    ],
    ['reordered', (facts) => facts.toReversed()],
    ['forked', (facts) => facts.slice(0, 3)],
  ];
  test.each(changes)('reveal that the operator, with its keys, %s entries', async (_, change) => {
    const log = await witnessedLog(service, 5, witness);
    await log.ask();
    await service.rewrite(log.network, change);
    // More entries than the witness knows.
    await service.enter(...Array.from({ length: 4 }, () => happened([log.network])));
    await log.ask();
    expect(await log.cosigned()).toMatchObject({ size: 5 });
    expect(log.warning()).toMatch(/the log does not continue the tree that it cosigned$/);
  });

  test('reveal that a log was truncated or rolled back', async () => {
    const log = await witnessedLog(service, 2, witness);
    const rollBack = await service.snapshotOf(log.network);
    await service.enter(happened([log.network]), happened([log.network]));
    await log.ask();
    await rollBack();
    await log.ask();
    expect(log.warning()).toMatch(
      /it cosigned 4 entries, and the log has 2: the log lost entries$/,
    );
  });
});

const witnessAt = (url: string): Listed => ({ url: `${url}/`, verifierKey: witness.verifierKey });
