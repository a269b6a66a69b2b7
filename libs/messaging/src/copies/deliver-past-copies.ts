import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@ndx/contracts';
import type { EventEnvelope } from '../bus/port.js';
import type { Reconciled } from './copy-reconciliation.js';
import type { StandingCopy } from './standing-copy.js';

/**
 * Enough for several concurrent writers of one aggregate, each of which delivers its own change.
 */
const MAX_ATTEMPTS = 8;

interface Settled {
  readonly outcome: Reconciled;
  /** The events that were published to move past the copy. */
  readonly events: readonly EventEnvelope[];
}

/**
 * Delivers events until every copy has applied them, or a later event of their owner. When a copy
 * has an event at that revision or later that the owner does not know, the owner moves past it, and
 * its new events are delivered instead.
 * @throws RecoveredChangesError when a copy had changes that the owner did not have: the response
 *   of the request does not include them
 * @throws Error when a copy keeps rejecting the events; any error of a delivery
 */
export async function deliverPastCopies(
  envelopes: readonly EventEnvelope[],
  deliver: (events: readonly EventEnvelope[]) => Promise<readonly StandingCopy[]>,
  settle: (copy: StandingCopy) => Promise<Settled>,
): Promise<void> {
  let pending = envelopes;
  let recovered = false;
  for (let attempts = 1; pending.length > 0; attempts += 1) {
    const copies = await deliver(pending);
    if (copies.length === 0) break;
    if (attempts === MAX_ATTEMPTS) throw rejectedError(copies);
    const passed = new Set<string | null>();
    for (const copy of lastOfEach(copies)) {
      const { outcome, events } = await settle(copy);
      if (outcome === 'unknown') throw rejectedError([copy]);
      recovered ||= outcome === 'recovered';
      pending = [...pending, ...events];
      // Another writer has moved on, and is about to deliver its event.
      if (outcome === 'behind') await pause(20 * attempts);
      else for (const id of rejectedEventIds(copies, copy)) passed.add(id);
    }
    pending = pending.filter(({ id }) => !passed.has(id));
  }
  if (recovered) throw new RecoveredChangesError();
}

/** The response was made from the owner's state, so it is wrong for the recovered one. */
export class RecoveredChangesError extends DomainError {
  constructor() {
    super(
      'OPERATION_FAILED',
      'the change is recorded; earlier changes that the database had lost were recovered with it: read the record again',
    );
  }
}

/** One delivery may have several events of a key, all rejected by the same copy. */
function lastOfEach(copies: readonly StandingCopy[]): readonly StandingCopy[] {
  return [...new Map(copies.map((copy) => [`${copy.aggregate} ${copy.key}`, copy])).values()];
}

function rejectedEventIds(copies: readonly StandingCopy[], { aggregate, key }: StandingCopy) {
  return copies
    .filter((copy) => copy.aggregate === aggregate && copy.key === key)
    .map((copy) => copy.refused_event_id);
}

function rejectedError(copies: readonly StandingCopy[]): Error {
  const names = copies.map(({ aggregate, key }) => `${aggregate} ${key}`);
  return new Error(`copies rejected every revision: ${names.join(', ')}`);
}
