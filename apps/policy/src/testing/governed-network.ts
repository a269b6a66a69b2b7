import { randomUUID } from 'node:crypto';
import type { Principal } from '@ndx/contracts';
import { member, type Answer } from '@ndx/service/testing';
import { aProduct, type PolicyService } from './policy-service.js';

/** A new network, as its governor calls it. */
export interface GovernedNetwork {
  readonly id: string;
  readonly governor: Principal;
  /** Creates a policy for the first product; `terms` override the body. */
  create(terms?: object): Promise<Answer>;
  configure(policyId: unknown, configuration: object): Promise<Answer>;
  createConfigured(name: string, configuration: object): Promise<Answer>;
  list(): Promise<readonly Record<string, unknown>[]>;
}

/** @param path of the kind of policy, e.g. `/v1/networks/policies/querying` */
export function governedNetwork(service: PolicyService, path: string): GovernedNetwork {
  const id = randomUUID();
  const governor = member(id, 'governor');
  const create = (terms: object = {}) =>
    service.call(governor, 'POST', path, {
      network_id: id,
      product_id: aProduct().id,
      name: 'standard',
      ...terms,
    });
  const configure = (policyId: unknown, configuration: object) =>
    service.call(governor, 'PUT', `${path}/${String(policyId)}/configuration`, configuration);
  return {
    id,
    governor,
    create,
    configure,
    createConfigured: async (name, configuration) => {
      const { body } = await create({ name });
      return configure(body['id'], configuration);
    },
    list: async () => {
      const url = `${path}?network_id=${id}`;
      type Page = { readonly data: readonly Record<string, unknown>[] };
      return (await service.call<Page>(governor, 'GET', url)).body.data;
    },
  };
}
