import type { Aggregate } from '@ndx/contracts';
import type { EventContext } from '@ndx/messaging';

/** The newest event of a copy. */
export interface KnownCopy {
  readonly revision: number;
  /** Null for copies from before event ids were recorded. */
  readonly event_id: string | null;
}

/**
 * The event id that is reported for a refused state: none where the newest event of the copy is an
 * end, without a state. An owner that finds its last event in a report concludes that the copy has
 * its state.
 */
export function eventOfState(
  copy: { readonly revision: number; readonly state_revision: number } | undefined,
  isApplied: boolean,
): { readonly event_id?: null } {
  return copy && !isApplied && copy.state_revision < copy.revision ? { event_id: null } : {};
}

interface Standing {
  /** The copy before the event, by the member names of the payload; undefined for a new copy. */
  readonly known: (KnownCopy & { readonly state: object }) | undefined;
  /** The revision of the event. */
  readonly revision: number;
  readonly isApplied: boolean;
}

/**
 * Reports a copy that another event has brought to the event's revision or past it (decision
 * 0062), with its previous state: the event may come from a history that does not include that
 * state.
 */
export async function reportStanding(
  { envelope, overtaken }: EventContext,
  aggregate: Aggregate,
  { known, revision, isApplied }: Standing,
): Promise<void> {
  if (!known || known.revision < revision || known.event_id === envelope.id) return;
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
