import { isMember, notFound, requireMember, requireRole, type Principal } from '@ndx/contracts';
import type { DataSource, EntityManager, ObjectType } from 'typeorm';
import type { NetworkProductRepository } from './network-product-repository.js';
import type { PolicyRow } from './policy-row.js';

/** A page of a network's policies. */
export interface PolicyPage {
  readonly networkId: string;
  readonly productId?: string | undefined;
  readonly after: string;
  readonly limit: number;
}

/** Policies visible to the members of their network; other callers get RESOURCE_NOT_FOUND. */
export abstract class PolicyRepository<R extends PolicyRow> {
  protected constructor(
    private readonly rowClass: ObjectType<R>,
    protected readonly dataSource: DataSource,
    private readonly networkProducts: NetworkProductRepository,
  ) {}

  /**
   * @param networkId when given, the network in which the policy must be
   * @throws RESOURCE_NOT_FOUND when absent, or of a network that the caller does not belong to
   */
  async load(
    principal: Principal,
    id: string,
    {
      networkId,
      manager = this.dataSource.manager,
    }: { networkId?: string | undefined; manager?: EntityManager } = {},
  ): Promise<R> {
    const policy = await this.select(manager).where('policy.id = :id', { id }).getOne();
    if (
      !policy ||
      !isMember(principal, policy.networkId) ||
      (networkId !== undefined && policy.networkId !== networkId)
    ) {
      throw notFound('policy_not_found', 'policy with that id not found');
    }
    return policy;
  }

  /**
   * Locks the policy's pair for a change by a governor, then loads the policy.
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED
   */
  async loadToChange(principal: Principal, id: string, manager: EntityManager): Promise<R> {
    const seen = await this.load(principal, id, { manager });
    requireRole(principal, seen.networkId, 'governor');
    await this.networkProducts.hold(manager, seen.networkProductId);
    // Another writer may have changed it before this transaction got the lock.
    return this.load(principal, id, { manager });
  }

  /** The same for the change that an account has scheduled: there is no request of a governor. */
  async loadScheduled(id: string, manager: EntityManager): Promise<R> {
    const find = () => this.select(manager).where('policy.id = :id', { id }).getOneOrFail();
    await this.networkProducts.hold(manager, (await find()).networkProductId);
    return find();
  }

  /** Ordered by id: oldest first. @throws PERMISSION_DENIED for a foreign network */
  async list(
    principal: Principal,
    { networkId, productId, after, limit }: PolicyPage,
  ): Promise<R[]> {
    requireMember(principal, networkId);
    const policies = this.select(this.dataSource.manager)
      .where('policy.networkId = :networkId', { networkId })
      .andWhere('policy.id > :after', { after })
      .orderBy('policy.id')
      .limit(limit);
    if (productId !== undefined) policies.andWhere('policy.productId = :productId', { productId });
    return policies.getMany();
  }

  /** The policies with the ids, by id; the caller may read them. */
  async among(ids: readonly string[]): Promise<ReadonlyMap<string, R>> {
    if (ids.length === 0) return new Map();
    const found = await this.select(this.dataSource.manager)
      .where('policy.id in (:...ids)', { ids })
      .getMany();
    return new Map(found.map((policy) => [policy.id, policy]));
  }

  protected select(manager: EntityManager) {
    return manager.createQueryBuilder(this.rowClass, 'policy');
  }
}
