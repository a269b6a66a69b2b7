import type { ServiceFigures } from '@ndx/client';

/** The events that wait at a time; null where a figure could not be read. */
export interface Backlog {
  readonly at: number;
  readonly lag: number | null;
  readonly outbox: number | null;
  readonly parked: number | null;
  /** Null unless each figure is known. */
  readonly total: number | null;
}

export function backlogOf({ samples }: Pick<ServiceFigures, 'samples'>): readonly Backlog[] {
  return samples.map((sample) => {
    const { consumer_lag: lag, outbox_events: outbox, parked_events: parked } = sample;
    const isKnown = lag !== null && outbox !== null && parked !== null;
    const total = isKnown ? lag + outbox + parked : null;
    return { at: Date.parse(sample.at), lag, outbox, parked, total };
  });
}

export function latestOf(backlog: readonly Backlog[]): Backlog | undefined {
  return backlog.at(-1);
}

/** The most events that waited at once. */
export function mostOf(backlog: readonly Backlog[]): number {
  return Math.max(0, ...backlog.map(({ total }) => total ?? 0));
}
