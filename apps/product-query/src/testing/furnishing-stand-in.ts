import {
  findSeparatedRecords,
  findStandingRecords,
  readDisputeStatements,
  readFurnishedRecords,
} from '@ndx/api';
import { standInRoute } from '@ndx/service/testing';
import { startStandIn, type StandIn } from '@ndx/testing';
import type { Furnished } from './world.js';

/** Furnishing's records, as their events had them. */
export interface FurnishingStandIn extends StandIn {
  keep(...records: readonly Furnished[]): void;
  lose(recordId: string): void;
  /** Attaches a statement to a dispute. */
  state(disputeId: string, text: string): void;
  /** Lets records count in place of an ended one. */
  stand(...records: readonly Furnished[]): void;
}

export async function startFurnishingStandIn(): Promise<FurnishingStandIn> {
  const known = new Map<string, Furnished>();
  const standing: Furnished[] = [];
  const statements = new Map<string, string>();
  const keep = (...records: readonly Furnished[]) => {
    for (const record of records) known.set(record.record_id, record);
  };
  const standIn = await startStandIn({
    ...standInRoute(readFurnishedRecords, ({ body }) => ({
      records: body.record_ids.flatMap((id) => known.get(id) ?? []),
    })),
    ...standInRoute(findStandingRecords, ({ body }) => ({
      record_ids: standing
        .filter(({ subject_id }) => subject_id === body.subject_id)
        .filter((record) => record.furnishing_entity_id === body.furnishing_entity_id)
        .map(({ record_id }) => record_id),
    })),
    ...standInRoute(readDisputeStatements, ({ body }) => ({
      statements: body.dispute_ids.flatMap((dispute_id) => {
        const statement_text = statements.get(dispute_id);
        return statement_text === undefined ? [] : { dispute_id, statement_text };
      }),
    })),
    ...standInRoute(findSeparatedRecords, ({ body }) => {
      const furnishers = body.record_ids.map((id) => known.get(id)?.furnishing_entity_id);
      return {
        record_ids: [...known.values()]
          .filter(({ subject_id }) => subject_id === body.subject_id)
          .filter((record) => furnishers.includes(record.furnishing_entity_id))
          .map(({ record_id }) => record_id),
      };
    }),
  });
  return {
    ...standIn,
    keep,
    lose: (recordId) => {
      known.delete(recordId);
    },
    state: (disputeId, text) => {
      statements.set(disputeId, text);
    },
    stand: (...records) => {
      keep(...records);
      standing.push(...records);
    },
  };
}
