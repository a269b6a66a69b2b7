import {
  newId,
  type ModelSelection,
  type PayloadOf,
  type QueryingPolicySaved,
} from '@ndx/contracts';
import { aSelection } from './builders.js';
import { KYB } from './coverage.js';
import type { QueryService } from './query-service.js';
import { aVerification, aWorld, type World } from './world.js';

/** A business whose identity one furnisher verified in January. */
export async function aVerifiedBusiness(service: QueryService): Promise<World> {
  const world = aWorld();
  await service.identify(world, 'business', world.hash);
  await service.furnish(aVerification(world, { business_entity_type: 'llc' }));
  return world;
}

/** Queries its certificate as the world's institution; the `X-Ref-Id`. */
export async function queryCertificate(
  service: QueryService,
  world: World,
  body: object = {},
): Promise<string> {
  const { reference } = await service.query(world.principal, '/v1/products/kyb_certificate/query', {
    network_ids: [world.networkId],
    business_id: world.subjectId,
    ...body,
  });
  return String(reference);
}

/** Makes a query one that was answered before decisions were recorded. */
export async function forgetDecision(service: QueryService, reference: string): Promise<void> {
  await service.sql('update query_text set decision = null where query_event_id = $1', [reference]);
}

/** Removes the record of an issued certificate from furnishing and from the read model. */
export async function loseRecord(service: QueryService, reference: string): Promise<void> {
  const [row] = await service.sql<{ record_ids: string[] }>(
    'select record_ids from certificate where query_event_id = $1',
    [reference],
  );
  service.furnishing.lose(row?.record_ids[0] ?? '');
  await service.sql('delete from statement where record_id = any($1::uuid[])', [row?.record_ids]);
}

/** The network's default policy: by default on the certificate, without restrictions. */
export const aDefaultPolicy = (
  { networkId }: Pick<World, 'networkId'>,
  change: Partial<PayloadOf<typeof QueryingPolicySaved>>,
): PayloadOf<typeof QueryingPolicySaved> => ({
  policy_id: newId(),
  network_id: networkId,
  product_id: KYB,
  entity_id: newId(),
  revision: 1,
  version: 1,
  status: 'published',
  is_default: true,
  enforced: false,
  model_selections: [],
  consent: null,
  permissible_purposes: [],
  ...change,
});

/** A default policy with one selection, by default of the identity section. */
export const aDemand = (world: World, selection: Partial<ModelSelection>) =>
  aDefaultPolicy(world, { model_selections: [aSelection(selection)] });
