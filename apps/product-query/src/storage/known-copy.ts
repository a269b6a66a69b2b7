import type { Aggregate } from '@ndx/contracts';
import type { EventContext } from '@ndx/messaging';

/** The newest event that a copy has. */
export interface KnownCopy {
  readonly revision: number;
  /** Null where that was not recorded yet. */
  readonly event_id: string | null;
}

interface Standing {
  /** The copy before the event, by the member names of the payload; undefined where there was none. */
  readonly known: (KnownCopy & { readonly state: object }) | undefined;
  /** Of the event. */
  readonly revision: number;
  readonly isApplied: boolean;
}

/**
 * Reports a copy that stood at or past the revision of an event by another one (decision 0062), with
 * the state that it had before: the event may come from a history that does not have that.
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
