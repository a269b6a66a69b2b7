import { startFolder, type TestPlace } from '@ndx/archive/testing';
import { newId } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Archives, DAY_MS, daysAgo } from '../../testing/archives.js';
import { aVerifiedBusiness } from '../../testing/explained-business.js';
import { anEvent, storeEvents } from '../../testing/query-events.js';

const nameOf = (days: number) =>
  `query_text_${daysAgo(days).toISOString().slice(0, 10).replaceAll('-', '')}`;

const timeOfDay = (days: number, hour: number) =>
  new Date(Math.floor(daysAgo(days).getTime() / DAY_MS) * DAY_MS + hour * 3_600_000);

const noPlace = (): Promise<TestPlace> =>
  startFolder().then((folder) => ({
    ...folder,
    settings: { ARCHIVE_LOCATION: '', AWS_ENDPOINT_URL_S3: '' },
  }));

describe('without ARCHIVE_LOCATION', () => {
  const archives = useStarted(() => Archives.start(noPlace));
  beforeEach(() => archives.removeRows());

  test('the texts of a day are compressed in the database, and its partition is dropped', async () => {
    await archives.partition(39);
    expect(await archives.partitions()).toContain(nameOf(39));
    const world = await aVerifiedBusiness(archives.service);
    const reference = await archives.ask(world, 39);
    const before = await archives.answersAbout(world, reference);

    expect(await archives.run()).toEqual([
      expect.objectContaining({ file: null, queries: 1 }),
      { dropped: nameOf(39), queries: 1 },
    ]);

    expect(await archives.partitions()).not.toContain(nameOf(39));
    expect(await archives.stored()).toEqual([]);
    expect(await archives.place.files()).toEqual([]);
    expect(await archives.answersAbout(world, reference)).toEqual(before);
    expect(await archives.verified()).toMatchObject([{ file: null, queries: 1 }]);
  });

  test('a part that was altered is a 500, and is named', async () => {
    const world = await aVerifiedBusiness(archives.service);
    const reference = await archives.ask(world, 39);
    await archives.archive();
    await archives.service.sql(
      'update query_text_part set content = set_byte(content, 40, get_byte(content, 40) # 1)',
    );
    expect(await archives.answersAbout(world, reference)).toMatchObject({
      list: { status: 200 },
      event: { status: 500, body: { error_code: 'OPERATION_FAILED' } },
    });
    expect(await archives.verified()).toMatchObject([{ fault: expect.any(String) }]);
  });

  test('a partition stays while one of its queries could be too young', async () => {
    await archives.partition(39);
    await storeEvents(archives.service, [anEvent([newId()], newId(), timeOfDay(39, 10))]);
    expect(await archives.run(timeOfDay(39, 12))).toEqual([]);
    expect(await archives.stored()).toHaveLength(1);
  });

  test('a killed run continues after its last part, while the partition has the texts too', async () => {
    await archives.partition(39);
    const networkId = newId();
    await archives.fill(networkId, 1_101);
    await archives.service.sql(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'killed'; end $$`);
    await archives.service.sql(`
      create trigger refused before insert on query_text_part for each row
      when (new.queries < 500) execute function refuse()`);
    try {
      await expect(archives.archive()).rejects.toThrow('killed');
    } finally {
      await archives.service.sql('drop function refuse cascade');
    }
    expect(await archives.stored()).toHaveLength(1_101);
    const governor = member(networkId, 'governor');
    const feed = `/v1/query-events?network_id=${networkId}&limit=1000`;
    const before = await archives.answer(governor, 'GET', feed);

    expect(await archives.run()).toEqual([
      expect.objectContaining({ queries: 101 }),
      { dropped: nameOf(39), queries: 1_101 },
    ]);

    expect(await archives.verified()).toHaveLength(3);
    expect(await archives.answer(governor, 'GET', feed)).toEqual(before);
  });

  test('a query that was stored after the parts of its day is archived with it', async () => {
    await archives.partition(39);
    const networkId = newId();
    const [late, first] = [1, 2].map((hour) => anEvent([networkId], newId(), timeOfDay(39, hour)));
    if (!late || !first) throw new Error('there are two');
    await storeEvents(archives.service, [late, first]);
    await archives.service.sql(`
      create table late as select * from query_text where query_event_id = '${late.query_event_id}'`);
    await archives.service.sql('delete from query_text where query_event_id = $1', [
      late.query_event_id,
    ]);
    await archives.service.sql(`
      create function store_late() returns trigger language plpgsql as $$
      begin insert into query_text select * from late on conflict do nothing; return new; end $$`);
    await archives.service.sql(
      'create trigger stored_late after insert on query_text_part for each row execute function store_late()',
    );
    try {
      expect(await archives.run()).toMatchObject([
        { queries: 1 },
        { queries: 2 },
        { dropped: nameOf(39), queries: 2 },
      ]);
    } finally {
      await archives.service.sql('drop function store_late cascade');
      await archives.service.sql('drop table late');
    }
    expect(await archives.verified()).toMatchObject([{ queries: 2 }]);
  });

  test('a day whose queries are in the default partition gets none', async () => {
    await storeEvents(archives.service, [anEvent([newId()], newId(), daysAgo(39))]);
    await archives.partition(39);
    expect(await archives.partitions()).not.toContain(nameOf(39));
  });

  test('a process creates the partitions of the next days', async () => {
    const next = [-1, -2, -3].map(nameOf);
    await eventually(async () => {
      expect(await archives.partitions()).toEqual(expect.arrayContaining(next));
    });
  });
});
