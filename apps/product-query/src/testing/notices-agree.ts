import { expect } from '@jest/globals';
import fc from 'fast-check';
import { HISTORIES, SubscribedWorld, type History } from './notice-histories.js';
import { untilReviewed } from './notices.js';
import type { QueryService } from './query-service.js';

/** Histories that run at the same time; their changes are reviewed together. */
const AT_ONCE = 20;

/**
 * Asserts of random histories that after each change an institution has exactly one new notice of
 * each of its answers that a query of its own would answer otherwise than before the change.
 */
export function assertNoticesAgree(service: QueryService, count: number): Promise<void> {
  const batch = fc.array(HISTORIES, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(batch, (histories) => agree(service, histories));
  return fc.assert(property, { numRuns: Math.ceil(count / AT_ONCE), endOnFailure: true });
}

async function agree(service: QueryService, histories: readonly History[]): Promise<void> {
  const worlds = histories.map((history) => ({ history, world: new SubscribedWorld(service) }));
  await Promise.all(worlds.map(({ world, history }) => world.begin(history)));
  await untilReviewed(service);
  const followed = await Promise.all(
    worlds.map(async ({ world, history }) => {
      const { id, answer } = await world.ask();
      return { history, world, ids: id === null ? [] : [id], answer, notices: 0 };
    }),
  );
  const steps = Math.max(...histories.map(({ after }) => after.length));
  for (let step = 0; step < steps; step += 1) {
    await Promise.all(
      followed.map(async ({ world, history }) => {
        const change = history.after[step];
        if (change) await world.apply(change);
      }),
    );
    await untilReviewed(service);
    await Promise.all(
      followed.map(async (one) => {
        const before = one.answer;
        const now = await one.world.ask();
        const expected = now.answer === before ? [] : one.ids;
        const all = await one.world.notices();
        const news = all.slice(one.notices).filter(({ kind }) => kind !== 'expires_soon');
        const shown = { change: one.history.after[step], before, now: now.answer };
        expect({ ...shown, notified: news.map((notice) => notice.query_event_id).sort() }).toEqual({
          ...shown,
          notified: [...expected].sort(),
        });
        one.notices = all.length;
        one.answer = now.answer;
        if (now.id !== null) one.ids.push(now.id);
      }),
    );
  }
}
