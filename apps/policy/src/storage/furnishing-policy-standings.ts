import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { FurnishingPolicyInPlace } from '../domain/furnishing-policy-draft.js';
import type { FurnishingPolicy } from '../domain/furnishing-policy.js';
import { FurnishingPolicyRepository } from './furnishing-policy-repository.js';

/** Furnishing policies with the policies that apply beside them, for their drafts. */
@Injectable()
export class FurnishingPolicyStandings {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policies: FurnishingPolicyRepository,
  ) {}

  /** @throws RESOURCE_NOT_FOUND */
  async load(principal: Principal, id: string): Promise<FurnishingPolicyInPlace> {
    return this.placed(await this.policies.load(principal, id), this.dataSource.manager);
  }

  /** @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED */
  async loadToChange(
    principal: Principal,
    id: string,
    manager: EntityManager,
  ): Promise<FurnishingPolicyInPlace> {
    return this.placed(await this.policies.loadToChange(principal, id, manager), manager);
  }

  async loadScheduled(id: string, manager: EntityManager): Promise<FurnishingPolicyInPlace> {
    return this.placed(await this.policies.loadScheduled(id, manager), manager);
  }

  private async placed(
    policy: FurnishingPolicy,
    manager: EntityManager,
  ): Promise<FurnishingPolicyInPlace> {
    const [governing = null, next = null] = await this.policies.governing(manager, policy);
    const newest = await this.policies.latest(manager, policy.networkProductId, policy.name);
    const others = governing?.id === policy.id ? next : governing;
    return { ...policy, governing, others, newestVersion: newest?.version ?? policy.version };
  }
}
