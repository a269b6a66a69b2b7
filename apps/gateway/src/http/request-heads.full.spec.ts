import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { requestIdFrom } from '@ndx/telemetry';
import { fuzz } from '@ndx/testing';
import { credentialOf } from '../authentication/credential.js';
import { Refusal } from '../authentication/refusal.js';
import {
  LONGEST_KEY_ID,
  signatureHeaderOf,
  SIGNING_ALGORITHMS,
} from '../authentication/token-header.js';
import { traceparentFrom } from '../proxy/trace-context.js';
import { readableUrl } from './readable-url.js';

test('any head of a request is read or rejected, without an error', async () => {
  await fuzz(
    (text) => {
      const credential = credentialOf(['authorization', text]);
      if (credential) assert.equal(text, `${credential.scheme} ${credential.token}`);
      assertHeaderOrRefusal(credential?.token ?? text);
      assert.match(requestIdFrom(text), /^[\w.:-]{1,128}$/);
      assert.ok([undefined, text].includes(traceparentFrom(text)));
      const [path = ''] = readableUrl(text).split('?', 1);
      assert.equal(typeof decodeURIComponent(path), 'string');
    },
    { corpus: 'fuzz/heads.json', sources: '/src/' },
  );
});

function assertHeaderOrRefusal(token: string): void {
  try {
    const { kid, alg } = signatureHeaderOf(token);
    assert.ok(kid.length <= LONGEST_KEY_ID && SIGNING_ALGORITHMS.includes(alg));
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
  }
}
