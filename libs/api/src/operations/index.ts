export * from './attestation.js';
export * from './furnishing-policies.js';
export * from './products.js';
export * from './querying-policies.js';
