import { newId } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { happened, useAuditedService } from '../testing/audited-service.js';
import type { ChangeFacts, SaltedFact } from '../testing/rewrite-log.js';
import { compareCheckpoint } from './exported-checkpoints.js';

const service = useAuditedService();

/** More than a tile, so that the proofs need two levels of tiles. */
const KEPT = 260;
const LATER = 10;

/** What an operator makes of the entries before the kept checkpoint. */
const ATTACKS: readonly [string, ChangeFacts][] = [
  ['edits an entry', changed(2, (fact) => [{ ...fact, subject: 'somebody else' }])],
  ['edits the content of an entry', changed(2, (fact) => [{ ...fact, data: { n: 'other' } }])],
  ['edits the newest entry that was kept', changed(KEPT - 1, (fact) => [{ ...fact, type: 'x' }])],
  ['deletes an entry', changed(2, () => [])],
  ['inserts an entry', changed(2, (fact) => [fact, { ...fact, eventId: newId() }])],
  ['inserts an entry before all', changed(0, (fact) => [{ ...fact, eventId: newId() }, fact])],
  ['reorders entries', ([first, second, ...rest]) => [second, first, ...rest].filter(isFact)],
  ['truncates the log', (facts) => facts.slice(0, KEPT - 1)],
  ['removes all but one entry', (facts) => facts.slice(0, 1)],
  ['dates an entry back', changed(9, (fact) => [{ ...fact, occurredAt: '2020-01-01T00:00:00Z' }])],
];

function changed(at: number, change: (fact: SaltedFact) => readonly SaltedFact[]): ChangeFacts {
  return (facts) => facts.flatMap((fact, n) => (n === at ? change(fact) : [fact]));
}

function isFact(fact: SaltedFact | undefined): fact is SaltedFact {
  return fact !== undefined;
}

/** A log whose member kept a checkpoint, after which it grew. */
async function keptLog() {
  const network = await service.logOf(KEPT);
  const member = service.member(network);
  await member.keep();
  const note = await service.checkpointOf(network);
  await add(network, LATER);
  return { network, member, note };
}

const add = (network: string, count: number) =>
  service.enter(...Array.from({ length: count }, (_, n) => happened([network], n)));

/** The fault that the operator's own verification finds with the checkpoint, and without. */
async function faultsOf(network: string, note: string) {
  const verdict = await service.verdictOf(network);
  if (!verdict) throw new Error('the log is gone');
  const compared = await compareCheckpoint(service.source, { [network]: note }, verdict);
  return { alone: verdict.fault, compared: compared.fault };
}

describe('a member that kept one checkpoint', () => {
  test('finds a log that grew to be continued', async () => {
    const { network, member, note } = await keptLog();
    expect(await member.isContinued()).toBe(true);
    expect(await faultsOf(network, note)).toEqual({ alone: undefined, compared: undefined });
    // Written again as it was, it is the same tree.
    await service.rewrite(network, (facts) => facts);
    expect(await member.isContinued()).toBe(true);
  });

  describe.each(ATTACKS)('detects an operator with all keys and databases that %s', (_, change) => {
    test('and signs the log again', async () => {
      const { network, member, note } = await keptLog();
      await service.rewrite(network, change);

      // Nothing in the database shows it.
      const { alone, compared } = await faultsOf(network, note);
      expect(alone).toBeUndefined();
      expect(compared).toBeDefined();
      expect(await member.isContinued()).toBe(false);
    });

    test('also after the log grew beyond the kept one', async () => {
      const { network, member, note } = await keptLog();
      await service.rewrite(network, change);
      await add(network, KEPT + LATER);

      const { alone, compared } = await faultsOf(network, note);
      expect(alone).toBeUndefined();
      expect(compared).toBeDefined();
      expect(await member.isContinued()).toBe(false);
    });
  });

  test('detects a log that was rolled back to an earlier checkpoint of its own', async () => {
    const network = await service.logOf(KEPT);
    const rollBack = await service.snapshotOf(network);
    await add(network, LATER);
    const member = service.member(network);
    await member.keep();
    const note = await service.checkpointOf(network);
    await rollBack();

    expect(await faultsOf(network, note)).toMatchObject({ compared: { seq: KEPT + 1 } });
    expect(await member.isContinued()).toBe(false);
    await add(network, 2 * LATER);
    expect((await faultsOf(network, note)).alone).toBeUndefined();
    expect(await member.isContinued()).toBe(false);
  });

  test('detects a fork: one of two members has a checkpoint of the other branch', async () => {
    const network = await service.logOf(KEPT);
    const [one, other] = [service.member(network), service.member(network)];
    const rollBack = await service.snapshotOf(network);
    await add(network, LATER);
    await one.keep();
    await rollBack();
    await add(network, LATER);
    await other.keep();

    expect(await other.isContinued()).toBe(true);
    expect(await one.isContinued()).toBe(false);
  });

  test('detects a tile that is not of the signed tree', async () => {
    const { network, member } = await keptLog();
    await service.tamper(
      `update audit_node set hash = repeat('0', 64) where network = $1 and n = 0`,
      [network],
    );
    expect(await member.isContinued()).toBe(false);
  });

  test('finds a log continued whose contents were erased', async () => {
    const { network, member, note } = await keptLog();
    await service.dataSource.query(
      'update audit_entry set salt = null, data = null, request_id = null where network = $1',
      [network],
    );
    expect(await member.isContinued()).toBe(true);
    expect(await faultsOf(network, note)).toEqual({ alone: undefined, compared: undefined });
  });
});
