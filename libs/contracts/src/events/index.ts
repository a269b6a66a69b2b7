import * as attestation from './attestation-events.js';
import * as consent from './consent-events.js';
import type { EventDeclaration } from './declare-event.js';
import * as entity from './entity-events.js';
import * as furnishing from './furnishing-events.js';
import * as policy from './policy-events.js';
import * as query from './query-events.js';

export * from './attestation-events.js';
export * from './consent-events.js';
export * from './declare-event.js';
export * from './entity-events.js';
export * from './furnishing-events.js';
export * from './message-headers.js';
export * from './policy-events.js';
export * from './query-events.js';

function isDeclaration(value: unknown): value is EventDeclaration {
  return typeof value === 'object' && value !== null && 'deliveredDirectlyTo' in value;
}

/** Every declared event, found in the files above rather than listed a second time. */
export const EVENTS: readonly EventDeclaration[] = [
  attestation,
  consent,
  entity,
  furnishing,
  policy,
  query,
].flatMap((file) => Object.values(file).filter(isDeclaration));
