import { EventRefusedError } from '../bus/event-refused-error.js';
import type { EventBus } from '../bus/port.js';
import { publishInSpans } from '../telemetry/event-spans.js';
import { fromRow, type OutboxRow } from './outbox-row.js';

export interface RefusedRow {
  readonly row: OutboxRow;
  readonly error: EventRefusedError;
}

/** The result of a batch. Rows behind a rejected one of their key are in neither list. */
export interface PublishedRows {
  readonly published: readonly OutboxRow[];
  /** Refused rows, at most one for each key. */
  readonly refused: readonly RefusedRow[];
}

/**
 * Publishes rows in order; when the bus rejects one, all of them one by one.
 * @throws while the bus is unavailable
 */
export async function publishRows(
  bus: EventBus,
  rows: readonly OutboxRow[],
): Promise<PublishedRows> {
  const refusal = await publish(bus, rows);
  if (!refusal) return { published: rows, refused: [] };
  const published: OutboxRow[] = [];
  const refused = new Map<string, RefusedRow>();
  for (const row of rows) {
    if (refused.has(row.key)) continue;
    const error = rows.length === 1 ? refusal : await publish(bus, [row]);
    if (error) refused.set(row.key, { row, error });
    else published.push(row);
  }
  return { published, refused: [...refused.values()] };
}

async function publish(
  bus: EventBus,
  rows: readonly OutboxRow[],
): Promise<EventRefusedError | undefined> {
  try {
    await publishInSpans(rows.map(fromRow), (events) => bus.publish(events));
    return undefined;
  } catch (error) {
    if (error instanceof EventRefusedError) return error;
    throw error;
  }
}
