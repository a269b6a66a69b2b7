import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';

const document: unknown = JSON.parse(
  readFileSync(join(projectRoot(), 'apps/gateway/openapi.json'), 'utf8'),
);

/** The names of all members below a part of the document, including references. */
function membersOf(part: unknown, seen = new Set<string>()): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    if (name === '$ref' && typeof value === 'string') {
      if (seen.has(value)) return [];
      seen.add(value);
      return membersOf(at(value.split('/').slice(1)), seen);
    }
    return [name, ...membersOf(value, seen)];
  });
}

function at(path: readonly string[], from: unknown = document): unknown {
  return path.reduce<unknown>(
    (part, name) => (part as Readonly<Record<string, unknown>>)[name],
    from,
  );
}

test('no response of the interface has a social security number', () => {
  const paths = Object.values(at(['paths']) as Readonly<Record<string, object>>);
  const responses = paths.flatMap((path) =>
    Object.values(path).map((operation) => at(['responses'], operation)),
  );
  const members = membersOf(responses);
  expect(members).toContain('first_name');
  expect(members.filter((name) => name.includes('social_security'))).toEqual([]);
});
