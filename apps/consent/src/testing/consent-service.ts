import { matchKeysOf, namedSubject, type Subject } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import type { Sealer } from '@ndx/sealing';
import {
  startEntityStandIn,
  startSubscriber,
  startTestService,
  testKeys,
  type EntityStandIn,
  type Subscriber,
  type TestService,
} from '@ndx/service/testing';
import { useStarted } from '@ndx/testing/use-started';
import { ConsentModule } from '../consent.module.js';

/** The consent service with stand-ins for its two peers. */
export interface ConsentService extends TestService {
  readonly entity: EntityStandIn;
  readonly productQuery: Subscriber;
  readonly sealer: Sealer;
  /** The hashes that entity computes for the subject of an identity. */
  matchHashesOf(kind: Subject, identity: object): string[];
  /** The events of a consent that product-query received, in order. */
  delivered(consentId: unknown): readonly { readonly type: string; readonly state: ConsentState }[];
}

/**
 * The service during the tests of a file or block.
 * @param overrides additional variables of the process
 */
export function useConsentService(
  overrides: Readonly<Record<string, string>> = {},
): ConsentService {
  return useStarted(() => startConsentService(overrides));
}

async function startConsentService(
  overrides: Readonly<Record<string, string>>,
): Promise<ConsentService> {
  const [entity, productQuery] = [await startEntityStandIn(), await startSubscriber()];
  const { matchHash, sealer, variables } = testKeys();
  const service = await startTestService(ConsentModule, {
    ENTITY_URL: entity.url,
    PRODUCT_QUERY_URL: productQuery.url,
    ...variables,
    ...overrides,
  });
  return {
    ...service,
    entity,
    productQuery,
    sealer,
    matchHashesOf: (kind, identity) =>
      matchKeysOf(namedSubject(kind, { ...identity })).map((key) =>
        matchHash.of(key.kind, key.value),
      ),
    delivered: (consentId) =>
      productQuery.envelopes
        .filter(({ subject }) => subject === consentId)
        .map(({ type, data }) => ({ type, state: JSON.parse(data) as ConsentState })),
    async stop() {
      await service.stop();
      await Promise.all([entity.stop(), productQuery.stop()]);
    },
  };
}
