import type { DataSource } from 'typeorm';
import { OUTBOX_AGE } from './metrics.js';

/** The numbers of unpublished and of parked events in a service's database. */
export interface MessagingFigures {
  readonly outboxEvents: number;
  /** Age of the oldest unpublished event in seconds, except events of rejected keys; 0 without one. */
  readonly outboxAgeSeconds: number;
  readonly parkedEvents: number;
  readonly parkedKeys: number;
}

const FIGURES = `
select (select count(*)::int from outbox) as "outboxEvents",
       coalesce((${OUTBOX_AGE}), 0) as "outboxAgeSeconds",
       (select count(*)::int from dead_letter) as "parkedEvents",
       (select count(*)::int from parked_key) as "parkedKeys"`;

/** Reads the figures of the outbox and of the dead letters at one time. */
export async function readMessagingFigures(dataSource: DataSource): Promise<MessagingFigures> {
  const [figures] = await dataSource.query<MessagingFigures[]>(FIGURES);
  if (figures === undefined) throw new Error('the database returned no figures');
  return figures;
}
