import type { ConsentDemand, ModelSelection, PermissiblePurpose } from '@ndx/contracts';
import { Column } from 'typeorm';
import type { QueryingTerms } from '../domain/querying-policy.js';

/** The columns of a version: terms that are not in force by themselves. */
export abstract class QueryingTermsRow implements QueryingTerms {
  @Column('text')
  name!: string;

  @Column('boolean', { name: 'is_default' })
  isDefault!: boolean;

  @Column('boolean')
  enforced!: boolean;

  @Column('jsonb', { name: 'model_selections' })
  modelSelections!: readonly ModelSelection[];

  @Column('text', { nullable: true })
  consent!: ConsentDemand | null;

  @Column('jsonb', { name: 'permissible_purposes' })
  permissiblePurposes!: readonly PermissiblePurpose[];

  @Column('timestamptz', { name: 'saved_at' })
  savedAt!: Date;
}
