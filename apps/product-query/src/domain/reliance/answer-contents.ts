import type { Decision } from '../decision/decision.js';
import type { ShownRecord } from './shown-record.js';

/** `decision.json` of the institution that queried; its consents are a member of their own. */
export type ShownDecision = Omit<Decision, 'consents'> & {
  /** The outputs of a template that hidden values make, as they were answered. */
  readonly computed?: Readonly<Record<string, unknown>>;
};

/** The part of a decision that a file has for the institution that queried. */
export interface AnswerContents {
  readonly decision: ShownDecision;
  readonly records: readonly ShownRecord[];
}

/** The terms of a decision that do not depend on records. */
export function termsIn({
  bound,
  requested,
  clockOffsetSeconds,
}: Decision): Pick<Decision, 'bound' | 'requested' | 'clockOffsetSeconds'> {
  return {
    ...(bound && { bound }),
    ...(requested && { requested }),
    ...(clockOffsetSeconds !== undefined && { clockOffsetSeconds }),
  };
}
