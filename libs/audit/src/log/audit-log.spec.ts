import { newId } from '@ndx/contracts';
import { canonicalJson } from '@ndx/proof';
import { describe, expect, test } from '@jest/globals';
import { useAuditedService, happened } from '../testing/audited-service.js';
import { AuditLog } from './audit-log.js';
import { REGISTER } from './entry.js';

describe('the audit log of a service', () => {
  const service = useAuditedService();

  const entriesOf = (network: string) =>
    service.dataSource.query<{ seq: string; event_id: string; account_id: string; data: string }[]>(
      'select * from audit_entry where network = $1 order by seq',
      [network],
    );

  test('stores published events unchanged, with their account, in the order of publication', async () => {
    const network = newId();
    const [first, second, third] = [happened([network]), happened([network]), happened([network])];
    await service.enter(first, second);
    await service.enter(third);

    expect(await entriesOf(network)).toEqual(
      [first, second, third].map((event, index) => ({
        network,
        seq: String(index + 1),
        event_id: event.envelope.id,
        type: event.envelope.type,
        subject: event.envelope.subject,
        account_id: event.accountId,
        request_id: event.envelope.requestId,
        occurred_at: event.envelope.time,
        salt: expect.stringMatching(/^[0-9a-f]{32}$/),
        data: canonicalJson(JSON.parse(event.envelope.data)),
        content: expect.stringMatching(/^[0-9a-f]{64}$/),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    );
    expect(await service.verdictOf(network)).toMatchObject({ entries: 3 });
  });

  test('has an event of two networks in the log of each', async () => {
    const networks = [newId(), newId()];
    const event = happened(networks);
    await service.enter(event);

    for (const network of networks) {
      expect(await entriesOf(network)).toMatchObject([{ seq: '1', event_id: event.envelope.id }]);
    }
  });

  test('has no entry of an event without a log', async () => {
    const count = () => service.dataSource.query<unknown[]>('select 1 from audit_entry');
    const before = await count();
    await service.enter(happened([]));
    expect(await count()).toHaveLength(before.length);
  });

  test('adds each new network to the register once', async () => {
    const network = await service.logOf(3);
    const register = await service.dataSource.query<unknown[]>(
      'select 1 from audit_entry where network = $1 and subject = $2',
      [REGISTER, network],
    );
    expect(register).toHaveLength(1);
  });

  test('has no gaps or duplicates under concurrent writes', async () => {
    const network = await service.logOf(1);
    await Promise.all(Array.from({ length: 20 }, (_, n) => service.enter(happened([network], n))));

    expect(await service.verdictOf(network)).toEqual({
      network,
      entries: 21,
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      checkpoint: expect.stringContaining(`test.example/${network}/entity\n21\n`),
    });
  });

  test('has each log once when several processes begin it at the same time', async () => {
    const networks = [newId(), newId(), newId()];
    const processes = Array.from({ length: 9 }, () => new AuditLog(service.signer));
    await Promise.all(
      processes.map((log, n) =>
        service.dataSource.transaction((manager) =>
          log.append(manager, [
            happened([...networks.slice(n % 3), ...networks.slice(0, n % 3)], n),
          ]),
        ),
      ),
    );

    for (const network of networks) {
      expect(await service.verdictOf(network)).toMatchObject({ entries: 9 });
      const register = await service.dataSource.query<{ type: string }[]>(
        'select type from audit_entry where network = $1 and subject = $2',
        [REGISTER, network],
      );
      expect(register).toEqual([{ type: 'audit.log-opened.v1' }]);
    }
  });

  test.each([
    ['update audit_entry set data = data', 'UPDATE of audit_entry'],
    ['update audit_entry set account_id = null, salt = null', 'UPDATE of audit_entry'],
    ['update audit_node set n = n', 'UPDATE of audit_node'],
    ['delete from audit_entry', 'DELETE of audit_entry'],
    ['truncate audit_entry', 'TRUNCATE of audit_entry'],
    ['delete from audit_head', 'DELETE of audit_head'],
    ['truncate audit_head', 'TRUNCATE of audit_head'],
  ])('is append-only: %s is rejected', async (statement, what) => {
    await service.logOf(256);
    await expect(service.dataSource.query(statement)).rejects.toThrow(
      `the audit log is append-only: ${what} is refused`,
    );
  });
});
