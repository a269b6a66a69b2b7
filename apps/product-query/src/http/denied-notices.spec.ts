import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SETTINGS, twinOf, WORLDS } from '../testing/denied-kyb.js';
import { callerOf, make, questions, withoutRecordIds } from '../testing/denied-kyb-service.js';
import { CHANGES, changing, isOfNotices } from '../testing/denied-notices.js';
import { createEndpoint, untilReviewed } from '../testing/notices.js';
import type { QueryService } from '../testing/query-service.js';
import { LOCAL_RECEIVERS, useReceivers, type Receiver } from '../testing/receivers.js';
import { assertForAll, newIds, TwinServices } from '../testing/twin-services.js';

const twins = useStarted(() => TwinServices.start(LOCAL_RECEIVERS));
const receivers = useReceivers();
/** Of cases of which enough are compared. */
const SEED = 1;

test('two worlds that a query and its explanation do not distinguish give the same notices and webhooks after the same changes', async () => {
  const compared = { worlds: 0, notices: 0 };
  await assertForAll(
    40,
    fc.tuple(SETTINGS, WORLDS, WORLDS, CHANGES),
    async ([setting, world, other, changes]) => {
      const ids = newIds();
      const caller = callerOf(ids);
      const reader = { ...caller, permissions: ['notice:read', 'notice:write'] as const };
      const [query] = questions(ids, setting);
      if (!query) throw new Error('no query');
      const now = Date.now();
      const received = new Map<QueryService, Receiver>();
      const told = await twins.answersIn(
        [world, twinOf(setting, world, other)],
        async (service, made) => {
          await make(service, ids, setting, made, now);
          const receiver = await receivers.start();
          received.set(service, receiver);
          await createEndpoint(service, reader, { url: receiver.url });
          await untilReviewed(service);
        },
        caller,
        [query],
        [],
        changing(ids, changes, query, reader, (service) => received.get(service)?.received ?? []),
      );
      const [one, twin] = told.map((texts) => texts.map(withoutRecordIds));
      const others = (texts: readonly string[] = []) => texts.filter((text) => !isOfNotices(text));
      if (JSON.stringify(others(one)) !== JSON.stringify(others(twin))) return;
      compared.worlds += 1;
      const notices = one?.filter(isOfNotices);
      if (notices?.some((text) => text.includes('notice.'))) compared.notices += 1;
      expect(twin?.filter(isOfNotices)).toEqual(notices);
    },
    SEED,
  );
  expect(compared.worlds).toBeGreaterThan(30);
  expect(compared.notices).toBeGreaterThan(2);
}, 600_000);
