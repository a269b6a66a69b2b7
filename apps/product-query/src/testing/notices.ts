import { randomUUID } from 'node:crypto';
import { kybCertificate } from '@ndx/catalog';
import { newId, type NoticeKind, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import type { ScheduledNotice } from '../storage/notice-deliveries.js';
import type { QueryService } from './query-service.js';
import { aVerification, aWorld, type World } from './world.js';

/** A notice about an answer of an institution. */
export function aNotice(
  { entity_id: entityId, memberships }: Principal,
  more: Partial<ScheduledNotice> = {},
): ScheduledNotice {
  return {
    noticeId: newId(),
    entityId,
    queryEventId: randomUUID(),
    networkIds: memberships.map(({ network_id: id }) => id),
    productId: kybCertificate.id,
    kind: 'changed',
    createdAt: new Date(),
    ...more,
  };
}

export interface ListedNotice {
  readonly notice_id: string;
  readonly kind: NoticeKind;
  readonly query_event_id: string;
  readonly groups: readonly string[];
  readonly created_at: string;
}

/** What waits for a review, or is in one; a new answer waits for 30 seconds. */
const LEFT = `
select (select count(*) from notice_cause) + (select count(*) from notice_backfill)
  + (select count(*) from due_answer where due_at <= now()
      or due_at between now() + interval '31 seconds' and now() + interval '2 minutes') as left`;

/** Waits until the answers are reviewed that earlier changes concern. */
export async function untilReviewed(service: QueryService): Promise<void> {
  await eventually(
    async () => {
      const [row] = await service.sql<{ left: string }>(LEFT);
      if (row?.left !== '0') throw new Error(`${String(row?.left)} wait for a review`);
    },
    // A review that fails is repeated after a minute.
    { timeoutMs: 150_000 },
  );
}

/** The notices to an institution about the changes until now, oldest first. */
export async function noticesOf(
  service: QueryService,
  who: Principal,
  filter = '',
): Promise<readonly ListedNotice[]> {
  await untilReviewed(service);
  const { status, body } = await service.call(who, 'GET', `/v1/notices${filter}`);
  if (status !== 200) throw new Error(`the notices cannot be read: ${JSON.stringify(body)}`);
  return body['data'] as readonly ListedNotice[];
}

/** Creates a notice endpoint that is polled. */
export async function createEndpoint(
  service: QueryService,
  who: Principal,
  terms: object = {},
): Promise<string> {
  const { status, body } = await service.call(who, 'POST', '/v1/notice-endpoints', terms);
  if (status !== 200) throw new Error(`not subscribed: ${JSON.stringify(body)}`);
  return String(body['endpoint_id']);
}

/** Creates a notice endpoint that is polled, and waits until its past answers are reviewed. */
export async function subscribe(
  service: QueryService,
  who: Principal,
  terms: object = {},
): Promise<string> {
  const id = await createEndpoint(service, who, terms);
  await untilReviewed(service);
  return id;
}

/** A business with one record in a network, and a subscribed institution. */
export async function aSubscribedBusiness(service: QueryService) {
  const world = aWorld();
  await service.identify(world, 'business', world.hash);
  const record = aVerification(world, { business_entity_type: 'llc' });
  await service.furnish(record);
  await subscribe(service, world.principal);
  return { world, record };
}

/** Queries the certificate, which must be issued. @returns the query event */
export async function askCertificate(service: QueryService, world: World, body: object = {}) {
  const query = { network_ids: [world.networkId], business_id: world.subjectId, ...body };
  const answer = await service.query(world.principal, kybCertificate.queryPath, query);
  if (answer.status !== 200) throw new Error(`no certificate: ${String(answer.status)}`);
  return String(answer.reference);
}
