import { beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from '@ndx/testing';
import type { Type } from '@nestjs/common';
import { definitionOf } from '../../boot/service-definition.js';
import { rehearse, type Rehearsal } from './rehearsal.js';
import { releasedVersion } from './released.js';
import { problemsOf } from './verdict.js';

/**
 * Checks that the released version of a service keeps working during and after the upgrade of its
 * database to the current schema. `released.json` beside the suite describes that version.
 */
export function upgradeSuite(service: Type): void {
  const { name, migrations } = definitionOf(service);
  const released = releasedVersion();

  describe(`an upgrade of ${name} from ${released.version}`, () => {
    let rehearsal: Rehearsal;
    beforeAll(async () => {
      const database = await createTestDatabase();
      rehearsal = await rehearse(migrations, released, database).finally(() => database.drop());
    });

    test('keeps every migration that was released', () => {
      expect(rehearsal.missing).toEqual([]);
    });

    test('removes nothing that the released version uses, and blocks no caller', () => {
      expect(problemsOf(rehearsal.migrations, released.version)).toEqual([]);
    });

    test('leaves every statement of the released version as it was', () => {
      expect(released.statements.length).toBeGreaterThan(0);
      expect(rehearsal.statements.filter(({ before, after }) => isWorse(before, after))).toEqual(
        [],
      );
    });

    test('is rehearsed with statements that fit the released schema', () => {
      expect(rehearsal.statements.filter(({ before }) => before.startsWith('42'))).toEqual([]);
    });
  });
}

/** A failed statement may succeed, or fail in the same way; a successful one may not fail. */
function isWorse(before: string, after: string): boolean {
  return after !== 'ok' && after !== before;
}
