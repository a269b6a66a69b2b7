import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CarriedTest } from '../domain/policy-test.js';
import { QueryingPolicyTestRow } from './querying-policy-test-row.js';

/** Tests of policies that the caller has loaded; a writer has locked the pair of the policy. */
@Injectable()
export class QueryingPolicyTestRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By name. */
  ofPolicy(
    policyId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<CarriedTest[]> {
    return manager.find(QueryingPolicyTestRow, { where: { policyId }, order: { name: 'asc' } });
  }

  /** Replaces the test of the name. */
  async save(manager: EntityManager, test: CarriedTest): Promise<void> {
    await manager.save(QueryingPolicyTestRow, test);
  }

  async remove(manager: EntityManager, { policyId, name }: CarriedTest): Promise<void> {
    await manager.delete(QueryingPolicyTestRow, { policyId, name });
  }
}
