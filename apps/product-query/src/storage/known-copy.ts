import type { Aggregate } from '@ndx/contracts';
import type { EventContext } from '@ndx/messaging';

/** The newest event of a copy. */
export interface KnownCopy {
  readonly revision: number;
  /** Null for copies from before event ids were recorded. */
  readonly event_id: string | null;
}

interface Standing {
  /** The copy before the event, by the member names of the payload; undefined for a new copy. */
  readonly known: (KnownCopy & { readonly state: object; readonly isNext: boolean }) | undefined;
  readonly isApplied: boolean;
}

/**
 * Reports a copy whose newest event does not precede the event (decision 0080), with its previous
 * state: the event may come from a history that does not include that state.
 */
export async function reportStanding(
  { envelope, overtaken }: EventContext,
  aggregate: Aggregate,
  { known, isApplied }: Standing,
): Promise<void> {
  if (!known || known.isNext || known.event_id === envelope.id) return;
  const copy = {
    aggregate,
    key: envelope.subject,
    revision: known.revision,
    event_id: known.event_id,
    state: { ...known.state },
    refused_event_id: envelope.id,
  };
  await overtaken(copy, isApplied ? 'applied' : 'refused');
}
