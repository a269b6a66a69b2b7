import { declareEvent } from '@ndx/contracts';
import Type, { type Static } from 'typebox';
import type { EventEnvelope } from '../bus/port.js';
import { outgoingEvent } from '../outbox/outbox-row.js';

const Step = Type.Object({ key: Type.String(), n: Type.Integer() });

export type Step = Static<typeof Step>;

const aboutSteps = {
  source: 'consent',
  description: 'Something happened to a test.',
  payload: Step,
  key: ({ key }: Step) => key,
  subscribers: ['product-query'],
  audited: false,
} as const;

export const StepTaken = declareEvent({ ...aboutSteps, type: 'consent.step-taken.v1' });

export const StepWaitedFor = declareEvent({
  ...aboutSteps,
  type: 'consent.step-waited-for.v1',
  deliveredDirectlyTo: ['product-query'],
});

export const OthersStep = declareEvent({
  ...aboutSteps,
  type: 'policy.step-taken.v1',
  source: 'policy',
});

export function stepTaken(key: string, n: number): EventEnvelope {
  return outgoingEvent(StepTaken, { key, n }, {}).envelope;
}
