import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ConsentGranted, newId, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import {
  account,
  startSubscriber,
  startTestService,
  type Subscriber,
  type TestService,
} from '../testing/index.js';
import { hooks, NotesModule } from './testing/notes-service.js';

const TITLE = 'Example Hardware LLC 12-3456789';

describe('a request with an Idempotency-Key', () => {
  let service: TestService;
  let subscriber: Subscriber;
  const caller = account();

  beforeAll(async () => {
    subscriber = await startSubscriber();
    service = await startTestService(NotesModule, { PRODUCT_QUERY_URL: subscriber.url });
  });

  afterEach(() => {
    hooks.before = async () => undefined;
    hooks.after = async () => undefined;
    subscriber.failWith(undefined);
  });

  afterAll(async () => {
    await service.stop();
    await subscriber.stop();
  });

  const send = async (
    key: string,
    { by = caller, path = '/v1/notes', body = { title: TITLE }, headers = {} }: Sent = {},
  ) => {
    const answer = await service.send(by, 'POST', path, body, {
      'idempotency-key': key,
      ...headers,
    });
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      isReplayed: answer.headers.get('idempotency-replayed') === 'true',
      text: await answer.text(),
    };
  };
  const notes = async () => {
    const [row] = await service.sql<{ n: number }>('select count(*)::int as n from note');
    return row?.n ?? 0;
  };
  const keys = () => service.sql('select * from idempotency_key');
  const events = (text: string) => service.published(ConsentGranted, (JSON.parse(text) as Note).id);

  test('has one effect; a retry gets the same response byte for byte', async () => {
    const before = await notes();
    const key = newId();

    const first = await send(key);
    const again = await send(key);

    expect(first).toMatchObject({ status: 200, isReplayed: false });
    expect(again).toEqual({ ...first, isReplayed: true });
    expect(await notes()).toBe(before + 1);
    await eventually(() => expect(events(first.text)).toHaveLength(1));
  });

  test('sent a hundred times at once has one effect and one response', async () => {
    const before = await notes();
    const key = newId();

    const answers = await Promise.all(Array.from({ length: 100 }, () => send(key)));

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await notes()).toBe(before + 1);
    await eventually(() => expect(events(answers[0]?.text ?? '')).toHaveLength(1));
  });

  test('sent a hundred times at once has one effect, invisible to other callers before its commit', async () => {
    const only = { path: '/v1/notes/only', body: { title: newId() } };
    const key = newId();

    const answers = await Promise.all(Array.from({ length: 100 }, () => send(key, only)));

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await send(newId(), only)).toMatchObject({ status: 409 });
  });

  test('continues when all connections are used by waiting requests', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(newId())));

    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test('with another body under a used key is a conflict without an effect', async () => {
    const key = newId();
    await send(key);
    const before = await notes();

    const others: Sent[] = [
      { body: { title: 'another' } },
      { headers: { 'x-network-id': newId() } },
    ];

    for (const other of others) {
      const answer = await send(key, other);
      expect(answer.status).toBe(409);
      expect(JSON.parse(answer.text)).toMatchObject({
        detail: 'the Idempotency-Key was used with another request',
        error_code: 'RESOURCE_CONFLICT',
      });
    }
    expect(await notes()).toBe(before);
  });

  test('is separate for each institution and operation, and shared by the accounts of an institution', async () => {
    const key = newId();
    const first = await send(key);

    expect(await send(key, { by: account() })).toMatchObject({ status: 200, isReplayed: false });
    expect(await send(key, { path: '/v1/notes/folders/a' })).toMatchObject({ isReplayed: false });
    expect(await send(key, { path: '/v1/notes/folders/b' })).toMatchObject({ isReplayed: false });
    expect(await send(key, { by: { ...caller, account_id: newId() } })).toEqual({
      ...first,
      isReplayed: true,
    });
  });

  test('that is rejected does not use up its key', async () => {
    const key = newId();
    const refused = [
      await send(key, { body: { title: '' } }),
      await send(key, { body: { titel: 'x' } }),
    ];

    expect(refused.map(({ status }) => status)).toEqual([400, 422]);
    expect(await send(key)).toMatchObject({ status: 200, isReplayed: false });
  });

  test('that fails before its commit stores nothing, and can be retried', async () => {
    const [notesBefore, keysBefore] = [await notes(), (await keys()).length];
    const key = newId();
    hooks.after = () => Promise.reject(new Error('broken'));

    const failed = await send(key);
    hooks.after = async () => undefined;

    expect(failed.status).toBe(500);
    expect([await notes(), (await keys()).length]).toEqual([notesBefore, keysBefore]);
    expect(await send(key)).toMatchObject({ status: 200, isReplayed: false });
  });

  test('that is interrupted before its commit stores nothing, and waiting requests continue', async () => {
    const before = await notes();
    const key = newId();
    const reached = gate();
    const cut = gate();
    let isFirst = true;
    hooks.after = async () => {
      if (!isFirst) return;
      isFirst = false;
      reached.open();
      await cut.opened;
    };

    const first = send(key);
    await reached.opened;
    const second = send(key);
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    await service.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);
    cut.open();

    expect(await second).toMatchObject({ status: 200, isReplayed: false });
    expect((await first).status).toBe(500);
    expect(await notes()).toBe(before + 1);
  });

  test('with two transactions commits them as one', async () => {
    const before = await notes();
    const pair = { path: '/v1/notes/pair' };
    const key = newId();
    let written = 0;
    hooks.after = async () => {
      written += 1;
      if (written === 2) throw new Error('broken');
    };

    expect(await send(key, pair)).toMatchObject({ status: 500 });
    expect(await notes()).toBe(before);
    expect(await send(key, pair)).toMatchObject({ status: 200, isReplayed: false });
    expect(await send(key, pair)).toMatchObject({ status: 200, isReplayed: true });
    expect(await notes()).toBe(before + 2);
  });

  test('is replayed only after its change is delivered, and delivers it if necessary', async () => {
    const before = await notes();
    const key = newId();
    subscriber.failWith(500);

    const failed = await send(key);
    const again = await send(key);
    subscriber.failWith(undefined);
    const attempts = subscriber.envelopes.length;
    const done = await send(key);
    const afterwards = await send(key);

    expect([failed.status, again.status]).toEqual([500, 500]);
    expect(done).toMatchObject({ status: 200, isReplayed: true });
    expect(afterwards).toEqual(done);
    const { id } = JSON.parse(done.text) as Note;
    expect(subscriber.envelopes.slice(attempts).map(({ subject }) => subject)).toEqual([id]);
    expect(await notes()).toBe(before + 1);
  });

  test('stores nothing in plain text', async () => {
    const key = `key-${newId()}`;
    const { text } = await send(key);
    const rows = JSON.stringify(await keys());

    for (const secret of [key, TITLE, (JSON.parse(text) as Note).id, caller.entity_id]) {
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['of two words', 'two words'],
  ])('is rejected when the key is %s', async (_, key) => {
    const answer = await send(key);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error_code: 'VALIDATION_ERROR' });
  });

  test('may have a key of 255 characters', async () => {
    expect(await send('~'.repeat(255))).toMatchObject({ status: 200 });
  });

  test('without an effect is not stored', async () => {
    const key = newId();
    const check = { path: '/v1/notes/check' };
    const [first, second] = [await send(key, check), await send(key, check)];
    expect(second.isReplayed).toBe(false);
    expect(second.text).not.toBe(first.text);
  });

  /** The sessions that wait for a lock. */
  function waiting() {
    return service.sql(`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
  }
});

interface Note {
  readonly id: string;
}

interface Sent {
  readonly by?: Principal;
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
