import { WitnessesChanged, type PayloadOf } from '@ndx/contracts';
import { Ctx, OnEvent, Payload, type EventContext } from '@ndx/messaging';
import { ForwardOnlyMigration } from '@ndx/postgres';
import { keepNewest, readModel } from '@ndx/replication';
import { Controller } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';

export const networkWitnesses = readModel({
  aggregate: 'witnesses',
  table: 'network_witnesses_copy',
  key: 'network_id',
  unknown: 'kept',
});

const keep = keepNewest(networkWitnesses, 'revision', 'witnesses');

/** Maintains the read model of the witnesses of each network. */
@Controller()
export class OnWitnessesChanged {
  @OnEvent(WitnessesChanged)
  changed(
    @Payload() { revision, witnesses }: PayloadOf<typeof WitnessesChanged>,
    @Ctx() context: EventContext,
  ): Promise<void> {
    // The driver would send a list as an array of Postgres.
    return keep(context, { revision, witnesses: JSON.stringify(witnesses) });
  }
}

/** The read model in each service that does not own the witnesses. */
export class CreateNetworkWitnesses1700000000600 extends ForwardOnlyMigration {
  readonly name = 'CreateNetworkWitnesses1700000000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table network_witnesses_copy (
        network_id uuid primary key,
        revision integer not null,
        witnesses jsonb not null,
        event_id uuid
      )`);
  }
}
