import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, testBuses } from '@ndx/testing';
import { countedIn, rejectedEntries } from './books.js';
import { BillingWorld } from './testing/billing-world.js';
import { queryEvent } from './testing/query-events.js';

const KAFKA = testBuses().filter((name) => name === 'kafka');

describe.each(KAFKA)('consuming from %s', () => {
  let world: BillingWorld;

  beforeEach(async () => {
    world = await BillingWorld.start();
  });

  afterEach(() => {
    world.stop();
  });

  const countedIds = () => [...countedIn(world.data)].map((event) => event.query_event_id);
  const idsOf = (events: readonly { readonly query_event_id: string }[]) =>
    events.map((event) => event.query_event_id).sort();

  test('an empty topic is caught up with at once', async () => {
    expect(await world.consumeAll()).toMatchObject({
      status: 0,
      output: '{"counted":0,"duplicate":0,"rejected":0,"ignored":0}\n',
      errors: expect.not.stringContaining('Kafka cannot be read'),
    });
  });

  test('a query counts once, however often its event is delivered', async () => {
    const events = Array.from({ length: 20 }, () => queryEvent());
    await world.publish(...events, ...events.slice(0, 5));
    expect(await world.consumeAll()).toMatchObject({ status: 0, errors: '' });
    // A group that knows nothing of the first is given everything once more.
    const again = await world.consumeAll('--group', `${world.group}-again`);
    expect(JSON.parse(again.output)).toMatchObject({ counted: 0, duplicate: 25 });
    expect(countedIds().sort()).toEqual(idsOf(events));
  });

  test('what is no event of the published schema is set aside with its reason, and stops nothing', async () => {
    const [good, wrong, torn, unsigned, sandbox] = Array.from({ length: 5 }, () => queryEvent());
    if (!good || !wrong || !torn || !unsigned || !sandbox) throw new Error('there are five');
    await world.write(
      world.messageOf({ ...wrong, outcome: 'half' }),
      { ...world.messageOf(torn), value: JSON.stringify(torn).slice(0, 50) },
      { ...world.messageOf(torn), value: null },
      { key: 'a', value: JSON.stringify(unsigned) },
      world.messageOf(unsigned, { ce_id: 'none' }),
      world.messageOf({ ...sandbox, environment: 'sandbox' }),
      world.messageOf(good),
      world.messageOf({ ...good, billable: false }),
    );
    const { output, errors } = await world.consumeAll('--environment', 'development');
    expect(JSON.parse(output)).toEqual({ counted: 1, duplicate: 0, rejected: 7, ignored: 0 });
    expect(countedIds()).toEqual([good.query_event_id]);
    const rejected = [...rejectedEntries(world.data)];
    expect(rejected.map(({ reason }) => reason).sort()).toEqual([
      expect.stringContaining('/ce_id must match format "uuid"'),
      expect.stringContaining('/outcome must be equal to one of the allowed values'),
      'it is of sandbox, and development is billed',
      `query event ${good.query_event_id} is counted already, and said otherwise`,
      expect.stringContaining("the headers must have required property 'ce_specversion'"),
      'the value is not JSON',
      'the value is not JSON',
    ]);
    expect(rejected.find(({ value }) => value?.includes(wrong.query_event_id))).toMatchObject({
      headers: { ce_type: 'query.executed.v1', ce_subject: wrong.query_event_id },
    });
    expect(errors.match(/^set aside /gm)).toHaveLength(7);
  });

  test('events of types to come are counted as ignored, and properties to come are kept', async () => {
    const event = { ...queryEvent(), tariff: 'night' };
    await world.write(
      world.messageOf(queryEvent(), { ce_type: 'query.executed.v2' }),
      world.messageOf(event),
    );
    const { output } = await world.consumeAll();
    expect(JSON.parse(output)).toMatchObject({ counted: 1, rejected: 0, ignored: 1 });
    expect([...countedIn(world.data)]).toEqual([event]);
  });

  test.each([
    'before anything is saved',
    'in the midst of a line',
    'before the offset is committed',
  ])('a query counts once when the program is killed %s', async (moment) => {
    const events = Array.from({ length: 10 }, () => queryEvent());
    await world.publish(...events);
    expect(await world.crash(moment)).toMatchObject({ status: null });
    expect(await world.consumeAll()).toMatchObject({ status: 0 });
    expect(countedIds().sort()).toEqual(idsOf(events));
    const lines = readFileSync(join(world.data, 'ledger.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(events.length);
  });

  test('SIGTERM ends it cleanly, and the next one goes on where it was', async () => {
    const [first, second] = [queryEvent(), queryEvent()];
    const running = world.begin('consume', ...world.own);
    await world.publish(first);
    await eventually(() => {
      expect(countedIds()).toEqual([first.query_event_id]);
    });
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({
      status: 0,
      output: '{"counted":1,"duplicate":0,"rejected":0,"ignored":0}\n',
    });
    await world.publish(second);
    const { output } = await world.consumeAll();
    expect(JSON.parse(output)).toMatchObject({ counted: 1, duplicate: 0 });
  });

  // On the way to its group, in it, and with the first batch in hand.
  test.each([0, 50, 100, 150, 200, 300, 500])(
    'SIGTERM %d ms after it began ends it, and the next one counts the rest',
    async (ms) => {
      const events = [queryEvent(), queryEvent()];
      await world.publish(...events);
      const running = world.begin('consume', ...world.own);
      await eventually(() => {
        expect(readdirSync(world.data)).toContain('ledger.jsonl');
      });
      await pause(ms);
      running.child.kill('SIGTERM');
      expect(await running.ended).toMatchObject({ status: 0 });
      expect(await world.consumeAll()).toMatchObject({ status: 0 });
      expect(countedIds().sort()).toEqual(idsOf(events));
    },
  );

  test('two programs do not write the same ledger', async () => {
    const running = world.begin('consume', ...world.own);
    await eventually(() => {
      expect(readFileSync(join(world.data, 'consumer.pid'), 'utf8')).toBe(
        `${hostname()} ${String(running.child.pid)}\n`,
      );
    });
    expect(await world.consumeAll()).toMatchObject({
      status: 2,
      errors: expect.stringContaining(`Process ${String(running.child.pid)} consumes into`),
    });
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0 });
  });
});

test.each([
  [['pay'], 'There is no command "pay"'],
  [['consume', '--contract', 'nowhere.json', '--brokers', 'localhost:1'], 'nowhere.json cannot be'],
  [['statements', '--period', 'november'], '--period must be a month'],
  [['consume', '--data'], "'--data <value>'"],
])('%j ends with 2, and says why', (args, said) => {
  const { status, stderr } = spawnSync(process.execPath, ['dist/main.js', ...args], {
    encoding: 'utf8',
    env: { ...process.env, KAFKA_BROKERS: '' },
  });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(said) });
});
