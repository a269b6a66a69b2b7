import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConsentAction } from '@ndx/contracts';
import type { Differences } from '../domain/history.js';

@Entity('consent_history')
export class ConsentHistoryRow {
  @PrimaryColumn('uuid', { name: 'consent_id' })
  consentId!: string;

  @PrimaryColumn('integer')
  revision!: number;

  @Column('text')
  action!: ConsentAction;

  @Column('timestamptz')
  at!: Date;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('jsonb')
  differences!: Differences;
}
