import { newId } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { useAuditedService, happened } from '../testing/audited-service.js';
import { AuditLog } from './audit-log.js';
import { REGISTER_CHAIN } from './entry.js';

describe('the audit log of a service', () => {
  const service = useAuditedService();

  const entriesOf = (chain: string) =>
    service.dataSource.query<{ seq: string; event_id: string; account_id: string; data: string }[]>(
      'select * from audit_entry where chain = $1 order by seq',
      [chain],
    );

  test('stores published events unchanged, with their account, in the order of publication', async () => {
    const chain = newId();
    const [first, second, third] = [happened([chain]), happened([chain]), happened([chain])];
    await service.enter(first, second);
    await service.enter(third);

    expect(await entriesOf(chain)).toEqual(
      [first, second, third].map((event, index) => ({
        chain,
        seq: String(index + 1),
        event_id: event.envelope.id,
        type: event.envelope.type,
        subject: event.envelope.subject,
        account_id: event.accountId,
        request_id: event.envelope.requestId,
        occurred_at: event.envelope.time,
        data: event.envelope.data,
        previous_hash: index === 0 ? '' : expect.stringMatching(/^[0-9a-f]{64}$/),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    );
    expect(await service.verdictOf(chain)).toMatchObject({ entries: 3 });
  });

  test('has an event of two networks in the chain of each', async () => {
    const chains = [newId(), newId()];
    const event = happened(chains);
    await service.enter(event);

    for (const chain of chains) {
      expect(await entriesOf(chain)).toMatchObject([{ seq: '1', event_id: event.envelope.id }]);
    }
  });

  test('has no entry of an event without a chain', async () => {
    const count = () => service.dataSource.query<unknown[]>('select 1 from audit_entry');
    const before = await count();
    await service.enter(happened([]));
    expect(await count()).toHaveLength(before.length);
  });

  test('adds each new chain to the register once', async () => {
    const chain = await service.chainOf(3);
    const register = await service.dataSource.query<unknown[]>(
      'select 1 from audit_entry where chain = $1 and subject = $2',
      [REGISTER_CHAIN, chain],
    );
    expect(register).toHaveLength(1);
  });

  test('has no gaps or duplicates under concurrent writes', async () => {
    const chain = await service.chainOf(1);
    await Promise.all(Array.from({ length: 20 }, (_, n) => service.enter(happened([chain], n))));

    expect(await service.verdictOf(chain)).toEqual({
      chain,
      entries: 21,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('has each chain once when several processes begin it at the same time', async () => {
    const chains = [newId(), newId(), newId()];
    const processes = Array.from({ length: 9 }, () => new AuditLog(service.seal));
    await Promise.all(
      processes.map((log, n) =>
        service.dataSource.transaction((manager) =>
          log.append(manager, [happened([...chains.slice(n % 3), ...chains.slice(0, n % 3)], n)]),
        ),
      ),
    );

    for (const chain of chains) {
      expect(await service.verdictOf(chain)).toMatchObject({ entries: 9 });
      const register = await service.dataSource.query<{ type: string }[]>(
        'select type from audit_entry where chain = $1 and subject = $2',
        [REGISTER_CHAIN, chain],
      );
      expect(register).toEqual([{ type: 'audit.chain-opened.v1' }]);
    }
  });

  test.each([
    ['update audit_entry set data = data', 'UPDATE of audit_entry'],
    ['delete from audit_entry', 'DELETE of audit_entry'],
    ['truncate audit_entry', 'TRUNCATE of audit_entry'],
    ['delete from audit_head', 'DELETE of audit_head'],
    ['truncate audit_head', 'TRUNCATE of audit_head'],
  ])('is append-only: %s is rejected', async (statement, what) => {
    await service.chainOf(1);
    await expect(service.dataSource.query(statement)).rejects.toThrow(
      `the audit log is append-only: ${what} is refused`,
    );
  });
});
