import type { Witness } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The witnesses of a network in which some were set. */
@Entity('network_witnesses')
export class WitnessesRow {
  /** The network. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('jsonb')
  witnesses!: readonly Witness[];

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('integer')
  revision!: number;
}
