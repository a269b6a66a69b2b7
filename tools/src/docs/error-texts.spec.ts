import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSecrets } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { expect, test } from '@jest/globals';

const document: unknown = JSON.parse(
  readFileSync(join(projectRoot(), 'apps/gateway/openapi.json'), 'utf8'),
);

/** Every member name, path and text that can be a word of a request, wherever it stands. */
function wordsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap((one) => wordsIn(one));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => [
    name,
    ...(['enum', 'tags'].includes(name) && Array.isArray(value) ? value.map(String) : []),
    ...(['example', 'examples'].includes(name) ? [] : wordsIn(value)),
  ]);
}

test('an error text shows every member, path and listed word of the interface unmasked', () => {
  const words = [...new Set(wordsIn(document))];
  for (const word of [
    'social_security_number',
    '/v1/networks/{network_id}',
    'permissible_purpose',
  ]) {
    expect(words).toContain(word);
  }
  const masked = words.filter(
    (word) => withoutSecrets(`there is no ${word}`) !== `there is no ${word}`,
  );
  expect(masked).toEqual([]);
});
