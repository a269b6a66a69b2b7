import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { fuzz } from '@ndx/testing';
import { bounded, quoted } from './quoted.js';
import { withoutSecrets } from './without-secrets.js';

test('any text in an error text is short, and keeps no form of a secret', async () => {
  await fuzz(
    (text) => {
      const safe = withoutSecrets(text);
      assert.equal(withoutSecrets(safe), safe);
      assert.ok(quoted(text).length < 250);
      assert.ok(!isWellFormed(text) || isWellFormed(quoted(text)));
      assert.ok(bounded(text).length <= 4_000);
    },
    { corpus: 'fuzz/error-texts.json', sources: '/contracts/src/' },
  );
});

/** UTF-8 has no unpaired surrogates. */
function isWellFormed(text: string): boolean {
  return Buffer.from(text).toString() === text;
}
