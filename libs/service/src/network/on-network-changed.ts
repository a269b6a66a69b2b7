import { NetworkChanged, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { ForwardOnlyMigration } from '@ndx/postgres';
import { keepNewest, readModel } from '@ndx/replication';
import { Controller } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';

/** A network whose governor has set no terms has no row. */
export const networkTerms = readModel({
  aggregate: 'network',
  table: 'network_copy',
  key: 'network_id',
  unknown: 'kept',
});

const keep = keepNewest(
  networkTerms,
  'revision',
  'dispute_acknowledge_days',
  'dispute_decide_days',
  'records_of_leavers',
);

/** Maintains the read model of the terms of each network. */
@Controller()
export class OnNetworkChanged {
  @OnEvent(NetworkChanged)
  changed(
    @Payload() network: PayloadOf<typeof NetworkChanged>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    return keep(context, network);
  }
}

/** The read model in each service that applies the terms. */
export class CreateNetworkTerms1700000000700 extends ForwardOnlyMigration {
  readonly name = 'CreateNetworkTerms1700000000700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table network_copy (
        network_id uuid primary key,
        revision integer not null,
        dispute_acknowledge_days integer not null,
        dispute_decide_days integer not null,
        records_of_leavers text not null,
        event_id uuid
      )`);
  }
}
