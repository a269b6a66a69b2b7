export * from './attestation-events.js';
export * from './consent-events.js';
export * from './entity-events.js';
export * from './furnishing-events.js';
export * from './policy-events.js';
export * from './query-events.js';
