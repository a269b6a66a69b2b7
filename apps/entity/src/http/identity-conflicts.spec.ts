import { randomUUID } from 'node:crypto';
import {
  ConsumerIdentified,
  IdentityConflictOpened,
  IdentityConflictResolved,
  type Principal,
} from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { aConsumer, nineDigits } from '../testing/subjects.js';

interface Match {
  readonly consumer_id: string;
  readonly match_hashes: string[];
}
interface Conflict {
  readonly conflict_id: string;
  readonly status: string;
  readonly into_subject_id: string | null;
  readonly subjects: readonly { subject_id: string; merged_into: string | null }[];
}

const service = useEntityService();
let networkId: string;
let governor: Principal;
let bank: Principal;
let lender: Principal;
beforeAll(async () => {
  ({ networkId, governor } = await foundNetwork(service));
  bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
  lender = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
});

async function resolve(by: Principal, ...consumers: object[]): Promise<Match[]> {
  const body = { network_id: networkId, consumers };
  const path = '/internal/consumers/resolve';
  const answer = await service.call<{ consumers: Match[] }>(by, 'POST', path, body);
  expect(answer.status).toBe(200);
  return answer.body.consumers;
}

/** A consumer of the bank, and another person whom the lender claims with the same SSN. */
async function twoUnderOneSsn() {
  const known = aConsumer();
  const stranger = {
    ...known,
    last_name: 'Stranger',
    date_of_birth: '1955-05-05',
    personal_email: 'stranger@example.com',
  };
  const [first] = await resolve(bank, known);
  const [second] = await resolve(lender, stranger);
  if (!first || !second) throw new Error('there are two');
  const { body } = await list(governor, '?status=open');
  const conflict = body.data.find(
    ({ subjects: [made] }) => made?.subject_id === second.consumer_id,
  );
  if (!conflict) throw new Error('there is a conflict');
  return { known, stranger, first, second, conflict };
}

const COLLECTION = () => `/v1/networks/${networkId}/identity-conflicts`;
const list = (by: Principal, query = '') =>
  service.call<{ data: Conflict[]; next_cursor: string }>(by, 'GET', COLLECTION() + query);
const count = (by: Principal, query = '') =>
  service.call<{ count: number }>(by, 'GET', `${COLLECTION()}/count${query}`);
/** With a key, as clients send it: the answer is written before the change is committed. */
const decide = (by: Principal, id: string, decision: string, body?: object) =>
  service.call<Conflict>(by, 'POST', `${COLLECTION()}/${id}/${decision}`, body, {
    'idempotency-key': randomUUID(),
  });

async function found(by: Principal, criteria: Readonly<Record<string, string>>) {
  const query = new URLSearchParams({ network_id: networkId, ...criteria });
  const path = `/v1/entities/consumer/search?${query.toString()}`;
  return (await service.call<Record<string, string>[]>(by, 'GET', path)).body;
}

describe('an SSN', () => {
  test('with another date of birth and last name is another consumer, and a conflict', async () => {
    const { first, second, conflict } = await twoUnderOneSsn();
    expect(second.consumer_id).not.toBe(first.consumer_id);
    expect(conflict).toMatchObject({
      status: 'open',
      into_subject_id: null,
      subjects: [
        {
          subject_id: second.consumer_id,
          statements: [{ entity_id: lender.entity_id, last_name: 'Stranger' }],
        },
        { subject_id: first.consumer_id, statements: [{ entity_id: bank.entity_id }] },
      ],
    });
    await eventually(() => {
      expect(service.published(IdentityConflictOpened, conflict.conflict_id)).toHaveLength(1);
    });
  });

  test('is corroborated by the date of birth, whatever the last name', async () => {
    const known = aConsumer();
    const [first] = await resolve(bank, known);
    const [again] = await resolve(lender, { ...known, last_name: 'Married' });
    expect(again?.consumer_id).toBe(first?.consumer_id);
  });

  test('with another date of birth is another consumer and a conflict, whatever else agrees', async () => {
    const known = aConsumer();
    const [first] = await resolve(bank, known);
    const [second] = await resolve(lender, { ...known, date_of_birth: '1955-05-05' });
    expect(second?.match_hashes.filter((hash) => first?.match_hashes.includes(hash))).toEqual([]);
    const { body } = await list(governor, '?status=open');
    const ids = body.data.map(({ subjects }) => subjects.map(({ subject_id }) => subject_id));
    expect(ids).toContainEqual([second?.consumer_id, first?.consumer_id]);
  });

  test('in fifty concurrent claims for two persons has two consumers', async () => {
    const person = aConsumer();
    const other = { ...person, last_name: 'Other', date_of_birth: '1944-04-04' };
    const requests = Array.from({ length: 50 }, (_, n) => resolve(bank, n % 2 ? person : other));
    const ids = (await Promise.all(requests)).map(([match]) => match?.consumer_id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('the statement of an institution', () => {
  test('is its own: other institutions find the subject by it, and keep their own values', async () => {
    const known = aConsumer({ last_name: `Own${nineDigits()}`, personal_email: 'one@one.example' });
    await resolve(bank, known);
    const changed = {
      ...known,
      last_name: `Married${nineDigits()}`,
      personal_email: 'two@two.example',
    };
    await resolve(lender, changed);
    const searches: readonly Readonly<Record<string, string>>[] = [
      { last_name: known.last_name },
      { last_name: changed.last_name },
      { personal_email: 'TWO@two', last_name: changed.last_name },
    ];
    for (const criteria of searches) {
      expect(await found(bank, criteria)).toMatchObject([{ personal_email: 'one@one.example' }]);
      expect(await found(lender, criteria)).toMatchObject([{ last_name: changed.last_name }]);
      expect(await found(governor, criteria)).toMatchObject([{ last_name: known.last_name }]);
    }
  });
});

describe('a governor', () => {
  test('merges two subjects: either id finds the remaining one', async () => {
    const { known, stranger, first, second, conflict } = await twoUnderOneSsn();
    const ids = { subject_id: second.consumer_id, into_subject_id: first.consumer_id };
    const merged = await decide(governor, conflict.conflict_id, 'merge', ids);
    expect(merged).toMatchObject({
      status: 200,
      body: { status: 'merged', into_subject_id: first.consumer_id },
    });
    expect(merged.body.subjects[0]).toMatchObject({ merged_into: first.consumer_id });
    const [one, other] = [await resolve(bank, known), await resolve(lender, stranger)];
    expect(other[0]).toEqual(one[0]);
    expect(one[0]?.match_hashes).toEqual(
      expect.arrayContaining([...first.match_hashes, ...second.match_hashes]),
    );
    const ssn = { social_security_number: known.social_security_number };
    for (const date_of_birth of ['1990-01-15', '1955-05-05']) {
      expect(await found(lender, { ...ssn, date_of_birth })).toMatchObject([
        { id: first.consumer_id, last_name: 'Stranger', date_of_birth: '1955-05-05' },
      ]);
    }
    await eventually(() => {
      expect(service.published(ConsumerIdentified, second.consumer_id).at(-1)).toMatchObject({
        merged_into: first.consumer_id,
      });
      expect(service.published(IdentityConflictResolved, conflict.conflict_id)).toHaveLength(1);
    });
  });

  test('keeps two subjects apart, and decides once', async () => {
    const { known, first, conflict } = await twoUnderOneSsn();
    const { conflict_id: id } = conflict;
    expect(await decide(governor, id, 'keep-apart')).toMatchObject({
      status: 200,
      body: { status: 'kept_apart' },
    });
    expect(await decide(governor, id, 'keep-apart')).toMatchObject({ status: 409 });
    expect((await resolve(bank, known))[0]).toEqual(first);
    const open = await list(governor, '?status=open');
    expect(open.body.data.map(({ conflict_id }) => conflict_id)).not.toContain(id);
    for (const query of ['', '?status=open', '?status=kept_apart', '?status=separated']) {
      const { length } = (await list(governor, query)).body.data;
      const { body } = await count(governor, query);
      expect(body).toEqual({ count: length, is_complete: true });
    }
    expect(await count(governor, '?status=closed')).toMatchObject({ status: 422 });
  });

  test('must name two subjects of the conflict', async () => {
    const { first, conflict } = await twoUnderOneSsn();
    for (const subject_id of [first.consumer_id, randomUUID()]) {
      const ids = { subject_id, into_subject_id: first.consumer_id };
      expect(await decide(governor, conflict.conflict_id, 'merge', ids)).toMatchObject({
        status: 400,
      });
    }
  });

  test('is required to list and resolve conflicts, and only in its own network', async () => {
    const { conflict } = await twoUnderOneSsn();
    const { conflict_id: id } = conflict;
    expect(await list(bank)).toMatchObject({ status: 403 });
    expect(await count(bank)).toMatchObject({ status: 403 });
    expect(await decide(bank, id, 'keep-apart')).toMatchObject({ status: 403 });
    expect(await decide(governor, randomUUID(), 'keep-apart')).toMatchObject({ status: 404 });
    const page = await list(governor, '?limit=1');
    const next = await list(governor, `?limit=100&cursor=${page.body.next_cursor}`);
    expect(next.body.data.at(-1)).toMatchObject({ conflict_id: id });
    const newest = await list(governor, '?order=newest_first&limit=1');
    expect(newest.body.data).toMatchObject([{ conflict_id: id }]);
  });
});
