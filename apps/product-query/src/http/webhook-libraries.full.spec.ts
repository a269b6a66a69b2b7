import { describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { interop, whyNoInterop } from '@ndx/proof/testing';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { LOCAL_RECEIVERS, useReceivers, type Received } from '../testing/receivers.js';
import { aNoticeTo, useNotices } from '../testing/stored-notices.js';
import { useQueryService } from '../testing/use-query-service.js';

/** In CI every toolchain is there, so that a missing one is a failure. */
const missing = process.env['CI'] === 'true' ? undefined : whyNoInterop();

const service = useQueryService({ variables: LOCAL_RECEIVERS });
const notices = useNotices(service);
const receivers = useReceivers();

type Verify = (...args: readonly string[]) => Promise<string>;

const LIBRARIES: readonly (readonly [string, Verify])[] = [
  ['Go', (...args) => interop.go(['webhook', ...args])],
  ['Python', (...args) => interop.python('verify_webhook.py', args)],
];

(missing === undefined ? describe : describe.skip)(
  `the webhook of a notice${missing ?? ''}`,
  () => {
    test.each(LIBRARIES)(
      'is verified by the Standard Webhooks library of %s, and only unchanged',
      async (_language, verify) => {
        const { url, received } = await receivers.start();
        const who = member(randomUUID(), 'querier');
        const { body: endpoint } = await service.call(who, 'POST', '/v1/notice-endpoints', { url });
        const notice = aNoticeTo(who);
        await notices.store(notice);
        const [webhook] = await eventually(() => {
          expect(received).toHaveLength(1);
          return received as [Received];
        });
        const headers = JSON.stringify(webhook.headers);
        const secret = String(endpoint['secret']);
        expect(JSON.parse(await verify(secret, headers, webhook.body))).toMatchObject({
          type: `notice.${notice.kind}`,
          data: { notice_id: notice.noticeId },
        });
        const changed = webhook.body.replace(notice.queryEventId, randomUUID());
        await expect(verify(secret, headers, changed)).rejects.toThrow(/signature/i);
      },
      600_000,
    );
  },
);
