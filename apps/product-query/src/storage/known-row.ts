import type { Aggregate } from '@ndx/contracts';
import type { EventContext } from '@ndx/messaging';

/** The newest event of a row. */
export interface KnownRow {
  readonly revision: number;
  /** Null for rows from before event ids were recorded. */
  readonly event_id: string | null;
}

interface Reported {
  /** The row before the event, by the member names of the payload; undefined for a new row. */
  readonly known: (KnownRow & { readonly state: object; readonly isNext: boolean }) | undefined;
  readonly isApplied: boolean;
}

/**
 * Reports a row whose newest event does not precede the event (replication 4), with its previous
 * state: the event may come from a history that does not include that state.
 */
export async function reportOvertaken(
  { envelope, overtaken }: EventContext,
  aggregate: Aggregate,
  { known, isApplied }: Reported,
): Promise<void> {
  if (!known || known.isNext || known.event_id === envelope.id) return;
  const row = {
    aggregate,
    key: envelope.subject,
    revision: known.revision,
    event_id: known.event_id,
    state: { ...known.state },
    refused_event_id: envelope.id,
  };
  await overtaken(row, isApplied ? 'applied' : 'refused');
}
