export * from './domain-error.js';
export * from './error-codes.js';
export * from './events/index.js';
export * from './ids.js';
export * from './months-after.js';
export * from './permissions.js';
export * from './principal.js';
export * from './topology.js';
