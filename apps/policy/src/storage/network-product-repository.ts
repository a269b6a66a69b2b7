import { newId } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NetworkProduct } from '../domain/policy.js';
import { NetworkProductRow } from './network-product-row.js';

/**
 * Associations of networks and products. A writer locks the pair's row before it reads or writes a
 * policy of it, so that policies of one pair change one after the other, without deadlocks.
 */
@Injectable()
export class NetworkProductRepository {
  /** The locked association of the pair, created when missing (contract 4.4). */
  async obtain(
    manager: EntityManager,
    pair: Pick<NetworkProduct, 'networkId' | 'productId'>,
  ): Promise<NetworkProduct> {
    await manager
      .createQueryBuilder()
      .insert()
      .into(NetworkProductRow)
      .values({ id: newId(), ...pair, createdAt: new Date() })
      .orIgnore()
      .execute();
    return manager.findOneOrFail(NetworkProductRow, {
      where: { ...pair },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Locks the pair of a policy. */
  async hold(manager: EntityManager, networkProductId: string): Promise<void> {
    await manager.findOneOrFail(NetworkProductRow, {
      where: { id: networkProductId },
      lock: { mode: 'pessimistic_write' },
    });
  }
}
