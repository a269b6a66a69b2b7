import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dueDrafts, type DueDraft } from '../storage/policy-draft-repository.js';
import { FurnishingDrafts } from './furnishing-drafts.js';
import { QueryingDrafts } from './querying-drafts.js';

/** The drafts of both kinds of policies. */
@Injectable()
export class DraftKinds {
  constructor(
    private readonly dataSource: DataSource,
    readonly querying: QueryingDrafts,
    readonly furnishing: FurnishingDrafts,
  ) {}

  /** The drafts that are due, first the earliest. */
  due(now: Date, limit: number): Promise<DueDraft[]> {
    return dueDrafts(this.dataSource.manager, now, limit);
  }
}
