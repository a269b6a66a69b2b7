import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { verifyNotice } from './verify-notice.js';

const KEY = Buffer.alloc(32, 1);
const SECRET = `whsec_${KEY.toString('base64')}`;
const NOTICE = { notice_id: 'n', kind: 'withdrawn', query_event_id: 'q' };
const WEBHOOK = {
  type: 'notice.withdrawn',
  timestamp: '2026-01-20T09:30:00.000Z',
  data: NOTICE,
};

/** Verifies a signed body. */
function verify(body: string) {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', KEY).update(`n.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'n',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return verifyNotice(headers, body, [SECRET]);
}

test('the webhook of a notice is returned with its type', async () => {
  const { type, data } = await verify(JSON.stringify(WEBHOOK));
  expect([type, data.kind, data.query_event_id]).toEqual(['notice.withdrawn', 'withdrawn', 'q']);
});

test.each([
  ['no JSON', '{'],
  ['no object', 'null'],
  ['without data', '{"type":"notice.changed"}'],
  ['data of null', '{"type":"notice.changed","data":null}'],
  ['the notice of another id', JSON.stringify({ ...WEBHOOK, data: { ...NOTICE, notice_id: 'm' } })],
  ['another kind', JSON.stringify({ ...WEBHOOK, type: 'notice.changed' })],
])('a signed body that is %s is rejected', async (_, body) => {
  await expect(verify(body)).rejects.toMatchObject({ code: 'body_invalid' });
});
