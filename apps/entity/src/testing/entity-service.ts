import { randomBytes } from 'node:crypto';
import { startTestService, testKeys, type TestService } from '@ndx/service/testing';
import { useStarted } from '@ndx/testing/use-started';
import { EntityModule } from '../entity.module.js';

export type EntityService = TestService;

export const FIRST = { orgId: 'org-first', name: 'First Institution', subject: 'user-first' };

/** The service during the tests of a file or block. */
export function useEntityService(
  ...[overrides]: Parameters<typeof startEntityService>
): EntityService {
  return useStarted(() => startEntityService(overrides));
}

/** @param overrides additional variables of the process */
export function startEntityService(
  overrides: Readonly<Record<string, string>> = {},
): Promise<EntityService> {
  return startTestService(EntityModule, {
    ...testKeys().variables,
    BLIND_INDEX_KEY: randomBytes(32).toString('hex'),
    MATCH_HASH_KEY: randomBytes(32).toString('hex'),
    BOOTSTRAP_ORG_ID: FIRST.orgId,
    BOOTSTRAP_INSTITUTION: FIRST.name,
    BOOTSTRAP_SUBJECT: FIRST.subject,
    ...overrides,
  });
}
