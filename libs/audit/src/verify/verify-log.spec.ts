import { newId } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { REGISTER } from '../log/entry.js';
import type { ChangeFacts } from '../testing/rewrite-log.js';
import { verifyPart } from './verify-part.js';
import {
  AuditedService,
  happened,
  signerFor,
  useAuditedService,
} from '../testing/audited-service.js';

const COUNT = 5;

const editThird: ChangeFacts = (facts) =>
  facts.map((fact, at) => (at === 2 ? { ...fact, subject: 'somebody else' } : fact));

/** Alterations of an entry by column. */
const EDITS = [
  `event_id = gen_random_uuid()`,
  `type = 'entity.role-taken.v1'`,
  `subject = 'somebody else'`,
  `account_id = gen_random_uuid()`,
  `account_id = null`,
  `request_id = 'another'`,
  `request_id = null`,
  `occurred_at = '2020-01-01T00:00:00.000Z'`,
  `data = '{}'`,
  `data = data || ' '`,
  `salt = repeat('0', 32)`,
  `salt = 'no salt'`,
  `salt = null`,
  `data = null`,
  `data = 'no JSON'`,
  `content = repeat('0', 64)`,
  `hash = repeat('0', 64)`,
];

describe('the verification of an audit log', () => {
  const service = useAuditedService();

  const entry = async (network: string, seq: number) => {
    const [row] = await service.dataSource.query<{ event_id: string; hash: string }[]>(
      'select event_id, hash from audit_entry where network = $1 and seq = $2',
      [network, seq],
    );
    return row;
  };
  /** The first fault of a log, which the verification in parts finds, too. */
  const firstFaultOf = async (network: string) => {
    const fault = (await service.verdictOf(network))?.fault;
    if (network === REGISTER) return fault;
    expect((await verifyPart(service.source, network, 0))?.fault?.seq).toBe(fault?.seq);
    return fault;
  };

  test('accepts an unaltered log, and returns the checkpoint of each', async () => {
    const network = await service.logOf(COUNT);
    const verdict = await service.verdictOf(network);
    expect(verdict).toEqual({
      ...{ network, entries: COUNT, root: expect.stringMatching(/^[0-9a-f]{64}$/) },
      checkpoint: await service.checkpointOf(network),
    });
  });

  test('reads a log that is longer than a page', async () => {
    const network = newId();
    await service.enter(...Array.from({ length: 450 }, (_, n) => happened([network], n)));
    expect(await service.verdictOf(network)).toMatchObject({ entries: 450 });
    await service.tamper('delete from audit_entry where network = $1 and seq = 401', [network]);
    expect(await firstFaultOf(network)).toMatchObject({ seq: 401 });
  });

  test.each(EDITS)('names the first entry whose %s was changed', async (edit) => {
    const network = await service.logOf(COUNT);
    await service.tamper(`update audit_entry set ${edit} where network = $1 and seq in (3, 5)`, [
      network,
    ]);
    expect(await firstFaultOf(network)).toEqual({
      seq: 3,
      eventId: (await entry(network, 3))?.event_id,
      reason: expect.stringContaining('edited'),
    });
  });

  test.each([1, 3, COUNT])('names the removed entry %i', async (seq) => {
    const network = await service.logOf(COUNT);
    await service.tamper('delete from audit_entry where network = $1 and seq = $2', [network, seq]);
    expect(await firstFaultOf(network)).toEqual({ seq, reason: 'it was removed' });
  });

  test('names the first removed entry when the others were renumbered', async () => {
    const network = await service.logOf(COUNT);
    await service.tamper('delete from audit_entry where network = $1 and seq = 2', [network]);
    for (const seq of [3, 4, 5]) {
      await service.tamper('update audit_entry set seq = seq - 1 where network = $1 and seq = $2', [
        network,
        seq,
      ]);
    }
    expect(await firstFaultOf(network)).toMatchObject({ seq: 2 });
  });

  test('names the first of two swapped entries', async () => {
    const network = await service.logOf(COUNT);
    for (const [from, to] of [
      [2, 99],
      [4, 2],
      [99, 4],
    ]) {
      await service.tamper('update audit_entry set seq = $3 where network = $1 and seq = $2', [
        network,
        from,
        to,
      ]);
    }
    expect(await firstFaultOf(network)).toMatchObject({ seq: 2 });
  });

  test.each([0, -7])('names an entry that was inserted as number %i', async (seq) => {
    const network = await service.logOf(COUNT);
    await insertCopy(network, 3, seq);
    expect(await firstFaultOf(network)).toMatchObject({ seq });
  });

  test('names an entry that was appended, with the old head or a moved one', async () => {
    const network = await service.logOf(COUNT);
    await insertCopy(network, COUNT, COUNT + 1);
    expect(await firstFaultOf(network)).toMatchObject({ seq: COUNT + 1 });
    await service.tamper('update audit_head set size = size + 1 where network = $1', [network]);
    expect(await firstFaultOf(network)).toMatchObject({ seq: COUNT + 1 });
  });

  test('detects a log that was written again without the key, also after further entries', async () => {
    const network = await service.logOf(COUNT);
    await service.rewrite(network, editThird, signerFor('entity'));
    const reason = expect.stringContaining('the head of the log was edited');
    expect(await firstFaultOf(network)).toMatchObject({ seq: COUNT + 1, reason });
    await service.enter(happened([network]));
    expect(await firstFaultOf(network)).toMatchObject({ seq: COUNT + 1 });
  });

  test('does not accept an entry of another service', async () => {
    const network = await service.logOf(COUNT);
    await service.rewrite(network, (facts) => facts, service.signer, 'consent');
    expect(await firstFaultOf(network)).toMatchObject({ seq: 1 });
  });

  test('detects removed last entries with a moved-back head', async () => {
    const network = await service.logOf(COUNT);
    await service.tamper('delete from audit_entry where network = $1 and seq > 3', [network]);
    await service.tamper(`update audit_head set size = 3, hashes = $2 where network = $1`, [
      network,
      'ab'.repeat(64),
    ]);
    expect(await firstFaultOf(network)).toMatchObject({
      seq: 4,
      reason: expect.stringContaining('the head of the log was edited'),
    });
  });

  test('still detects them after further entries', async () => {
    const network = await service.logOf(COUNT);
    await service.tamper('delete from audit_entry where network = $1 and seq > 3', [network]);
    await service.tamper(`update audit_head set size = 3, hashes = 'any' where network = $1`, [
      network,
    ]);
    await service.enter(happened([network]));
    await service.enter(happened([network]));
    expect(await firstFaultOf(network)).toMatchObject({
      seq: 4,
      reason: expect.stringContaining('the end of the log was altered'),
    });
  });

  test('detects a moved head', async () => {
    const network = await service.logOf(COUNT);
    await service.tamper('update audit_head set size = 3 where network = $1', [network]);
    expect(await firstFaultOf(network)).toMatchObject({ seq: COUNT + 1 });
  });

  test('detects a removed head, also after further entries', async () => {
    const network = await service.logOf(COUNT);
    await service.tamper('delete from audit_head where network = $1', [network]);
    expect(await firstFaultOf(network)).toMatchObject({ seq: COUNT + 1 });
    await service.enter(happened([network]));
    expect(await firstFaultOf(network)).toMatchObject({
      seq: COUNT + 1,
      reason: expect.stringContaining('the end of the log was altered'),
    });
  });

  test('detects a removed log, and one that was started again', async () => {
    const network = await service.logOf(COUNT);
    for (const table of ['audit_entry', 'audit_head']) {
      await service.tamper(`delete from ${table} where network = $1`, [network]);
    }
    expect(await firstFaultOf(network)).toEqual({ seq: 1, reason: 'the whole log was removed' });

    await service.enter(happened([network]));
    expect(await firstFaultOf(REGISTER)).toMatchObject({
      reason: expect.stringContaining('it begins a log again'),
    });
  });

  test.each([3, 200])(
    'detects entries that share the number %i after the primary key was dropped',
    async (seq) => {
      const other = await AuditedService.start();
      try {
        const network = newId();
        await other.enter(...Array.from({ length: 250 }, (_, n) => happened([network], n)));
        await other.tamper('alter table audit_entry drop constraint audit_entry_pkey');
        await other.tamper(
          'insert into audit_entry select * from audit_entry where network = $1 and seq = $2',
          [network, seq],
        );
        expect((await other.verdictOf(network))?.fault).toBeDefined();
      } finally {
        await other.stop();
      }
    },
  );

  test('detects an entry from another history of the same log', async () => {
    const network = await service.logOf(3);
    const restore = await service.snapshotOf(network);
    await service.enter(happened([network]), happened([network]));
    await service.tamper(
      'create table other_past as select * from audit_entry where network = $1',
      [network],
    );
    await restore();
    await service.enter(happened([network]), happened([network]), happened([network]));
    await service.tamper('delete from audit_entry where network = $1 and seq = 5', [network]);
    await service.tamper('insert into audit_entry select * from other_past where seq = 5');
    expect(await firstFaultOf(network)).toMatchObject({
      reason: 'it, or one before it, is not in the tree that was signed',
    });
  });

  test('succeeds while entries are added', async () => {
    const growing = await AuditedService.start();
    const network = await growing.logOf(2);
    const add = async () => {
      for (let n = 0; n < 30; n += 1) await growing.enter(happened([network]), happened([newId()]));
    };
    const verify = async () => {
      for (let n = 0; n < 5; n += 1) {
        for (const { fault } of await growing.verdicts()) expect(fault).toBeUndefined();
      }
    };
    await Promise.all([add(), verify()]);
    expect(await growing.verdictOf(network)).toMatchObject({ entries: 32 });
    await growing.stop();
  });

  async function insertCopy(network: string, from: number, to: number): Promise<void> {
    await service.tamper(
      `insert into audit_entry
       select network, $3::bigint, gen_random_uuid(), type, subject, account_id, request_id,
         occurred_at, salt, data, content, hash
       from audit_entry where network = $1 and seq = $2`,
      [network, from, to],
    );
  }
});

describe('an empty log', () => {
  const service = useAuditedService();

  test('of a service with audited rows is a fault of each of their networks', async () => {
    expect(await service.verdicts()).toEqual([]);
    const [network, other] = [newId(), newId()].sort();
    await service.dataSource.query('insert into audited_row values ($1), ($2), ($1)', [
      network,
      other,
    ]);
    const fault = { seq: 1, reason: expect.stringContaining('audited rows of the log') };
    expect(await service.verdicts()).toMatchObject([
      { network, entries: 0, fault },
      { network: other, entries: 0, fault },
    ]);
    expect(await verifyPart(service.source, String(network), 0)).toMatchObject({ fault });
  });

  test('has no fault while the first event is in the outbox', async () => {
    const network = newId();
    await service.dataSource.query('insert into audited_row values ($1)', [network]);
    expect(await service.verdictOf(network)).toMatchObject({ fault: { seq: 1 } });
    await service.dataSource.query(
      `insert into outbox (id, topic, key, type, source, time, data, audit_logs)
       values (gen_random_uuid(), 'topic', 'key', 'type', 'source', now(), '{}', $1)`,
      [`${newId()} ${network}`],
    );
    expect(await service.verdictOf(network)).toBeUndefined();
  });
});
