import type { TimelineEntry } from '../timeline/timeline-entry.js';
import type { Consent } from './consents.js';

export type Step = NonNullable<TimelineEntry['step']>;

/** What happened to a consent, and the words for it; queries are the last two. */
export const STEP_WORDS: Readonly<Record<Step, string>> = {
  granted: 'Recorded',
  amended: 'Amended',
  grant_added: 'Grant added',
  grant_closed: 'Grant closed',
  separated: 'Moved by a separation',
  revoked: 'Revoked',
  issued: 'Used: query with a result',
  no_result: 'Query without a result',
};

const STEPS = Object.keys(STEP_WORDS) as readonly Step[];

export interface StepOfLife {
  readonly key: string;
  readonly step: Step;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The steps that a picture shows, the first one first. */
export function stepsOf(entries: readonly TimelineEntry[]): readonly StepOfLife[] {
  return entries
    .flatMap(({ key, step, occurred_at: at }) =>
      step === undefined ? [] : [{ key, step, at: Date.parse(at) }],
    )
    .sort((one, other) => one.at - other.at);
}

export interface CountedStep {
  readonly step: Step;
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** How often each step happened, in the order of a life. */
export function countedSteps(steps: readonly StepOfLife[]): readonly CountedStep[] {
  return STEPS.flatMap((step) => {
    const times = steps.filter((one) => one.step === step).map(({ at }) => new Date(at));
    const [first, last] = [times.at(0), times.at(-1)];
    if (first === undefined || last === undefined) return [];
    const count = times.length;
    return [{ step, count, first: first.toISOString(), last: last.toISOString() }];
  });
}

/** The time that a picture of a consent has, in milliseconds since the epoch. */
export interface Span {
  readonly start: number;
  /** When the consent ended or ends. */
  readonly end: number;
  /** The last time of the picture: the end, or a later step. */
  readonly last: number;
}

type Times = Pick<Consent, 'created_at' | 'revoked_at' | 'expires_at'>;

export function spanOf(consent: Times, steps: readonly StepOfLife[]): Span {
  const { created_at: created, revoked_at: revoked, expires_at: expires } = consent;
  const times = steps.map(({ at }) => at);
  const end = Date.parse(revoked ?? expires);
  const start = Math.min(Date.parse(created), ...times);
  return { start, end, last: Math.max(end, start + 1, ...times) };
}
