import { readFurnishedRecords } from '@ndx/api';
import { standInRoute } from '@ndx/service/testing';
import { startStandIn, type StandIn } from '@ndx/testing';
import type { Furnished } from './world.js';

/** Furnishing's records, as their events had them. */
export interface FurnishingStandIn extends StandIn {
  keep(...records: readonly Furnished[]): void;
  lose(recordId: string): void;
}

export async function startFurnishingStandIn(): Promise<FurnishingStandIn> {
  const known = new Map<string, Furnished>();
  const standIn = await startStandIn(
    standInRoute(readFurnishedRecords, ({ body }) => ({
      records: body.record_ids.flatMap((id) => known.get(id) ?? []),
    })),
  );
  return {
    ...standIn,
    keep: (...records) => {
      for (const record of records) known.set(record.record_id, record);
    },
    lose: (recordId) => {
      known.delete(recordId);
    },
  };
}
