import type { PolicyMetadata } from '@ndx/catalog';
import { Column, Entity } from 'typeorm';
import type { PublishedDraft } from '../domain/draft-approval.js';
import type { FurnishingPolicy } from '../domain/furnishing-policy.js';
import { PolicyRow } from './policy-row.js';

@Entity('furnishing_policy')
export class FurnishingPolicyRow extends PolicyRow implements FurnishingPolicy {
  @Column('text', { name: 'source_default_slug', nullable: true })
  sourceDefaultSlug!: string | null;

  @Column('timestamptz', { name: 'active_on', nullable: true })
  activeOn!: Date | null;

  @Column('timestamptz', { name: 'deprecated_on', nullable: true })
  deprecatedOn!: Date | null;

  @Column('jsonb', { name: 'policy_metadata' })
  policyMetadata!: PolicyMetadata;

  @Column('jsonb', { nullable: true })
  publication!: PublishedDraft | null;

  @Column('jsonb', { nullable: true })
  ending!: PublishedDraft | null;
}
