import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { requestIdFrom } from '@ndx/telemetry';
import { fuzz } from '@ndx/testing';
import { bearerToken } from '../authentication/bearer-token.js';
import {
  hasClaims,
  LONGEST_KEY_ID,
  signatureHeaderOf,
  SIGNING_ALGORITHMS,
} from '../authentication/token-header.js';
import { traceparentFrom } from '../proxy/trace-context.js';
import { readableUrl } from './readable-url.js';

test('any head of a request is read or rejected, without an error', async () => {
  await fuzz(
    (text) => {
      const token = bearerToken(['authorization', text]);
      assert.ok(token === undefined || text === `Bearer ${token}`);
      const { kid, alg } = signatureHeaderOf(token ?? text) ?? { kid: 'none', alg: 'RS256' };
      assert.ok(kid.length <= LONGEST_KEY_ID && SIGNING_ALGORITHMS.includes(alg));
      assert.equal(typeof hasClaims(token ?? text), 'boolean');
      assert.match(requestIdFrom(text), /^[\w.:-]{1,128}$/);
      assert.ok([undefined, text].includes(traceparentFrom(text)));
      const [path = ''] = readableUrl(text).split('?', 1);
      assert.equal(typeof decodeURIComponent(path), 'string');
    },
    { corpus: 'fuzz/heads.json', sources: '/src/' },
  );
});
