import type { FollowedAnswers, ListedNotice } from '../load/followed-answers.js';
import type { Check } from '../report.js';
import type { NoticeReceiver } from '../system/notice-receiver.js';
import { aMinutePasses, reviewsLeft } from '../system/notice-work.js';
import { Settling } from './settling.js';

/** The notices of all answers arrive once the faults are over (decision 0110). */
export async function noticesArrive(
  answers: FollowedAnswers,
  receiver: NoticeReceiver,
): Promise<readonly Check[]> {
  const { system, expected } = answers;
  const settling = new Settling();
  const listed = new Map<string, readonly ListedNotice[]>();
  const decided = await settling.until(
    'each answer that changed has its notices in order, and no other answer has one',
    async () => {
      await aMinutePasses(system);
      const left = await reviewsLeft(system);
      if (left > 0) return [`${left} changes and answers wait for a review`];
      const broken = await Promise.all(
        [...expected].map(async ([queryId, kinds]) => {
          const notices = (await answers.noticesOf(queryId)) ?? [];
          listed.set(queryId, notices);
          const found = notices.map(({ kind }) => kind).join();
          return found === kinds.join() ? [] : [`${queryId} has [${found}], not [${kinds.join()}]`];
        }),
      );
      return broken.flat();
    },
  );
  const delivered = await settling.until(
    'each notice arrives at least once, and those of a query in their order',
    async () => {
      await aMinutePasses(system);
      const arrived = firstArrivals(receiver);
      return [...listed].flatMap(([queryId, notices]) => {
        const ids = notices.map(({ notice_id }) => notice_id).join();
        const found = (arrived.get(queryId) ?? []).join();
        return found === ids ? [] : [`of ${queryId} arrived [${found}], not [${ids}]`];
      });
    },
  );
  return [decided, delivered];
}

/** The ids of the notices about each query, without repetitions. */
function firstArrivals({ received }: NoticeReceiver): ReadonlyMap<string, readonly string[]> {
  const arrived = new Map<string, string[]>();
  for (const { noticeId, queryId } of received) {
    const known = arrived.get(queryId) ?? [];
    if (!known.includes(noticeId)) arrived.set(queryId, [...known, noticeId]);
  }
  return arrived;
}
