import { newId } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { AuditSeal } from '../log/audit-seal.js';
import { REGISTER_CHAIN } from '../log/entry.js';
import { verifyPart } from './verify-part.js';
import { AuditedService, useAuditedService, happened, KEY } from '../testing/audited-service.js';

const COUNT = 5;

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
  `previous_hash = repeat('0', 64)`,
  `hash = repeat('0', 64)`,
];

describe('the verification of an audit log', () => {
  const service = useAuditedService();

  const entry = async (chain: string, seq: number) => {
    const [row] = await service.dataSource.query<{ event_id: string; hash: string }[]>(
      'select event_id, hash from audit_entry where chain = $1 and seq = $2',
      [chain, seq],
    );
    return row;
  };
  /** The first fault of a chain, which the verification in parts finds, too. */
  const firstFaultOf = async (chain: string) => {
    const fault = (await service.verdictOf(chain))?.fault;
    if (chain === REGISTER_CHAIN) return fault;
    expect((await verifyPart(service.source, chain, 0))?.fault?.seq).toBe(fault?.seq);
    return fault;
  };

  test('accepts an unaltered log, and returns the end of each chain', async () => {
    const chain = await service.chainOf(COUNT);
    const verdict = await service.verdictOf(chain);
    expect(verdict).toEqual({ chain, entries: COUNT, head: (await entry(chain, COUNT))?.hash });
  });

  test('reads a chain that is longer than a page', async () => {
    const chain = newId();
    await service.enter(...Array.from({ length: 450 }, (_, n) => happened([chain], n)));
    expect(await service.verdictOf(chain)).toMatchObject({ entries: 450 });
    await service.tamper('delete from audit_entry where chain = $1 and seq = 401', [chain]);
    expect(await firstFaultOf(chain)).toMatchObject({ seq: 401 });
  });

  test.each(EDITS)('names the first entry whose %s was changed', async (edit) => {
    const chain = await service.chainOf(COUNT);
    await service.tamper(`update audit_entry set ${edit} where chain = $1 and seq in (3, 5)`, [
      chain,
    ]);
    expect(await firstFaultOf(chain)).toEqual({
      seq: 3,
      eventId: (await entry(chain, 3))?.event_id,
      reason: expect.stringContaining('edited'),
    });
  });

  test.each([1, 3, COUNT])('names the removed entry %i', async (seq) => {
    const chain = await service.chainOf(COUNT);
    await service.tamper('delete from audit_entry where chain = $1 and seq = $2', [chain, seq]);
    expect(await firstFaultOf(chain)).toEqual({ seq, reason: 'it was removed' });
  });

  test('names the first removed entry when the others were renumbered', async () => {
    const chain = await service.chainOf(COUNT);
    await service.tamper('delete from audit_entry where chain = $1 and seq = 2', [chain]);
    for (const seq of [3, 4, 5]) {
      await service.tamper('update audit_entry set seq = seq - 1 where chain = $1 and seq = $2', [
        chain,
        seq,
      ]);
    }
    expect(await firstFaultOf(chain)).toMatchObject({ seq: 2 });
  });

  test('names the first of two swapped entries', async () => {
    const chain = await service.chainOf(COUNT);
    for (const [from, to] of [
      [2, 99],
      [4, 2],
      [99, 4],
    ]) {
      await service.tamper('update audit_entry set seq = $3 where chain = $1 and seq = $2', [
        chain,
        from,
        to,
      ]);
    }
    expect(await firstFaultOf(chain)).toMatchObject({ seq: 2 });
  });

  test.each([0, -7])('names an entry that was inserted as number %i', async (seq) => {
    const chain = await service.chainOf(COUNT);
    await insertCopy(chain, 3, seq);
    expect(await firstFaultOf(chain)).toMatchObject({ seq });
  });

  test('names an entry that was appended, with the old head or a moved one', async () => {
    const chain = await service.chainOf(COUNT);
    await insertCopy(chain, COUNT, COUNT + 1);
    expect(await firstFaultOf(chain)).toMatchObject({ seq: COUNT + 1 });
    await service.tamper('update audit_head set seq = seq + 1 where chain = $1', [chain]);
    expect(await firstFaultOf(chain)).toMatchObject({ seq: COUNT + 1 });
  });

  test('names the entry from which a chain was rebuilt without the key', async () => {
    const chain = await service.chainOf(COUNT);
    const forger = new AuditSeal('a key that somebody else has, who can write', 'entity');
    await rechain(chain, 3, forger);
    expect(await firstFaultOf(chain)).toMatchObject({ seq: 3 });
  });

  test('does not accept an entry of another service', async () => {
    const chain = await service.chainOf(COUNT);
    await rechain(chain, 3, new AuditSeal(KEY, 'consent'));
    expect(await firstFaultOf(chain)).toMatchObject({ seq: 3 });
  });

  test('detects removed last entries with a moved-back head', async () => {
    const chain = await service.chainOf(COUNT);
    await service.tamper('delete from audit_entry where chain = $1 and seq > 3', [chain]);
    await service.tamper(
      `update audit_head as head set seq = entry.seq, hash = entry.hash
       from audit_entry as entry where head.chain = $1 and entry.chain = $1 and entry.seq = 3`,
      [chain],
    );
    expect(await firstFaultOf(chain)).toMatchObject({
      seq: 4,
      reason: expect.stringContaining('the head of the chain was edited'),
    });
  });

  test('still detects them after further entries', async () => {
    const chain = await service.chainOf(COUNT);
    await service.tamper('delete from audit_entry where chain = $1 and seq > 3', [chain]);
    await service.tamper(`update audit_head set seq = 3, hash = 'any' where chain = $1`, [chain]);
    await service.enter(happened([chain]));
    await service.enter(happened([chain]));
    expect(await firstFaultOf(chain)).toMatchObject({
      seq: 4,
      reason: expect.stringContaining('the end of the chain was altered'),
    });
  });

  test('detects a moved head', async () => {
    const chain = await service.chainOf(COUNT);
    await service.tamper('update audit_head set seq = 3 where chain = $1', [chain]);
    expect(await firstFaultOf(chain)).toMatchObject({ seq: COUNT + 1 });
  });

  test('detects a removed head, also after further entries', async () => {
    const chain = await service.chainOf(COUNT);
    await service.tamper('delete from audit_head where chain = $1', [chain]);
    expect(await firstFaultOf(chain)).toMatchObject({ seq: COUNT + 1 });
    await service.enter(happened([chain]));
    expect(await firstFaultOf(chain)).toMatchObject({
      seq: COUNT + 1,
      reason: expect.stringContaining('the end of the chain was altered'),
    });
  });

  test('detects a removed chain, and one that was started again', async () => {
    const chain = await service.chainOf(COUNT);
    for (const table of ['audit_entry', 'audit_head']) {
      await service.tamper(`delete from ${table} where chain = $1`, [chain]);
    }
    expect(await firstFaultOf(chain)).toEqual({ seq: 1, reason: 'the whole chain was removed' });

    await service.enter(happened([chain]));
    expect(await firstFaultOf(REGISTER_CHAIN)).toMatchObject({
      reason: expect.stringContaining('it begins a chain again'),
    });
  });

  test.each([3, 200])(
    'detects entries that share the number %i after the primary key was dropped',
    async (seq) => {
      const other = await AuditedService.start();
      try {
        const chain = newId();
        await other.enter(...Array.from({ length: 250 }, (_, n) => happened([chain], n)));
        await other.tamper('alter table audit_entry drop constraint audit_entry_pkey');
        await other.tamper(
          'insert into audit_entry select * from audit_entry where chain = $1 and seq = $2',
          [chain, seq],
        );
        expect((await other.verdictOf(chain))?.fault).toBeDefined();
      } finally {
        await other.stop();
      }
    },
  );

  test('names an entry from another history of the same chain', async () => {
    const chain = await service.chainOf(3);
    const restore = await service.snapshotOf(chain);
    await service.enter(happened([chain]), happened([chain]));
    await service.tamper('create table other_past as select * from audit_entry where chain = $1', [
      chain,
    ]);
    await restore();
    await service.enter(happened([chain]), happened([chain]), happened([chain]));
    await service.tamper('delete from audit_entry where chain = $1 and seq = 5', [chain]);
    await service.tamper('insert into audit_entry select * from other_past where seq = 5');
    expect(await firstFaultOf(chain)).toMatchObject({
      seq: 5,
      reason: 'it does not continue the entry before it',
    });
  });

  test('succeeds while entries are added', async () => {
    const growing = await AuditedService.start();
    const chain = await growing.chainOf(2);
    const add = async () => {
      for (let n = 0; n < 30; n += 1) await growing.enter(happened([chain]), happened([newId()]));
    };
    const verify = async () => {
      for (let n = 0; n < 5; n += 1) {
        for (const { fault } of await growing.verdicts()) expect(fault).toBeUndefined();
      }
    };
    await Promise.all([add(), verify()]);
    expect(await growing.verdictOf(chain)).toMatchObject({ entries: 32 });
    await growing.stop();
  });

  async function insertCopy(chain: string, from: number, to: number): Promise<void> {
    await service.tamper(
      `insert into audit_entry
       select chain, $3::bigint, gen_random_uuid(), type, subject, account_id, request_id, occurred_at,
         data, hash, repeat('0', 64)
       from audit_entry where chain = $1 and seq = $2`,
      [chain, from, to],
    );
  }

  /** Changes an entry and gives it, all later ones and the head hashes with another key. */
  async function rechain(chain: string, from: number, seal: AuditSeal): Promise<void> {
    const rows = await service.dataSource.query<Record<string, string>[]>(
      'select * from audit_entry where chain = $1 and seq >= $2 order by seq',
      [chain, from],
    );
    let previousHash = rows[0]?.['previous_hash'] ?? '';
    for (const row of rows) {
      const content = {
        chain,
        seq: Number(row['seq']),
        eventId: String(row['event_id']),
        type: String(row['type']),
        subject: 'somebody else',
        accountId: String(row['account_id']),
        requestId: String(row['request_id']),
        occurredAt: String(row['occurred_at']),
        data: String(row['data']),
        previousHash,
      };
      const hash = seal.ofEntry(content);
      await service.tamper(
        `update audit_entry set subject = $3, previous_hash = $4, hash = $5
         where chain = $1 and seq = $2`,
        [chain, content.seq, content.subject, previousHash, hash],
      );
      previousHash = hash;
    }
    await service.tamper('update audit_head set hash = $2, mac = $3 where chain = $1', [
      chain,
      previousHash,
      seal.ofHead(chain, { seq: COUNT, hash: previousHash }),
    ]);
  }
});

describe('an empty log', () => {
  const service = useAuditedService();

  test('of a service with audited rows is a fault of each of their chains', async () => {
    expect(await service.verdicts()).toEqual([]);
    const [chain, other] = [newId(), newId()].sort();
    await service.dataSource.query('insert into audited_row values ($1), ($2), ($1)', [
      chain,
      other,
    ]);
    const fault = { seq: 1, reason: expect.stringContaining('audited rows of the chain') };
    expect(await service.verdicts()).toMatchObject([
      { chain, entries: 0, fault },
      { chain: other, entries: 0, fault },
    ]);
    expect(await verifyPart(service.source, String(chain), 0)).toMatchObject({ fault });
  });

  test('has no fault while the first event is in the outbox', async () => {
    const chain = newId();
    await service.dataSource.query('insert into audited_row values ($1)', [chain]);
    expect(await service.verdictOf(chain)).toMatchObject({ fault: { seq: 1 } });
    await service.dataSource.query(
      `insert into outbox (id, topic, key, type, source, time, data, audit_chains)
       values (gen_random_uuid(), 'topic', 'key', 'type', 'source', now(), '{}', $1)`,
      [`${newId()} ${chain}`],
    );
    expect(await service.verdictOf(chain)).toBeUndefined();
  });
});
