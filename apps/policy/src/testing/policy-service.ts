import { findNewestSimulation, type AnswerOf } from '@ndx/api';
import { fieldsOf, PRODUCTS } from '@ndx/catalog';
import {
  standInRoute,
  startEntityStandIn,
  startSubscriber,
  startTestService,
  type EntityStandIn,
  type Subscriber,
  type TestService,
} from '@ndx/service/testing';
import { useStarted } from '@ndx/testing/use-started';
import { PolicyModule } from '../policy.module.js';

/** The policy service with stand-ins for its two subscribers. */
export interface PolicyService extends TestService {
  readonly productQuery: Subscriber;
  readonly furnishing: Subscriber;
  readonly entity: EntityStandIn;
  /** Product-query has completed a simulation of the draft of a policy. */
  simulate(policyId: unknown, simulation: Simulation): void;
}

type Simulation = NonNullable<AnswerOf<typeof findNewestSimulation>['simulation']>;

/** The service during the tests of a file. */
export const usePolicyService = (): PolicyService => useStarted(startPolicyService);

async function startPolicyService(): Promise<PolicyService> {
  const simulations = new Map<string, Simulation>();
  const productQuery = await startSubscriber(
    standInRoute(findNewestSimulation, ({ body }) => ({
      simulation: simulations.get(body.policy_id) ?? null,
    })),
  );
  const furnishing = await startSubscriber();
  const entity = await startEntityStandIn();
  const service = await startTestService(PolicyModule, {
    PRODUCT_QUERY_URL: productQuery.url,
    FURNISHING_URL: furnishing.url,
    ENTITY_URL: entity.url,
  });
  return {
    ...service,
    productQuery,
    furnishing,
    entity,
    simulate: (policyId, simulation) => {
      simulations.set(String(policyId), simulation);
    },
    async stop() {
      await service.stop();
      await Promise.all([productQuery.stop(), furnishing.stop(), entity.stop()]);
    },
  };
}

/** The first product of the catalogue, with one of its models and fields. */
export function aProduct() {
  const [product] = PRODUCTS;
  const [model] = product?.models ?? [];
  const fields = model ? fieldsOf(model) : [];
  const [field] = fields;
  if (!product || !model || !field) throw new Error('the catalogue is empty');
  return {
    id: product.id,
    model: model.name,
    field: field.name,
    fields: fields.map(({ name }) => name),
  };
}
