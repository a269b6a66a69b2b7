import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';

interface Released {
  readonly statements: readonly { readonly text: string }[];
}

const storageOf = (service: string) => join(projectRoot(), 'apps', service, 'src', 'storage');

const releasedOf = (service: string) =>
  JSON.parse(readFileSync(join(storageOf(service), 'released.json'), 'utf8')) as Released;

describe('the released version', () => {
  test.each(STATEFUL_SERVICE_NAMES)('is the baseline for every change of %s', (service) => {
    expect(existsSync(join(storageOf(service), 'upgrade.spec.ts'))).toBe(true);
    expect(releasedOf(service).statements.length).toBeGreaterThan(10);
  });

  test.each([
    'insert into outbox',
    'delete from outbox',
    'insert into inbox',
    'insert into parked_key',
    'insert into dead_letter',
    'insert into audit_entry',
    'insert into idempotency_key',
  ])('was seen to %s', (what) => {
    const texts = STATEFUL_SERVICE_NAMES.flatMap((service) => releasedOf(service).statements);
    expect(texts.filter(({ text }) => text.toLowerCase().includes(what))).not.toEqual([]);
  });
});
