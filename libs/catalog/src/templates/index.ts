// Written by scripts/write-indexes.js: every file in this folder is in the catalogue.
export * from './address-verification.js';
export * from './annual-personal-income.js';
export * from './biometric-verification.js';
export * from './business-identity-verification.js';
export * from './cashflow-snapshots-trends.js';
export * from './consumer-credit-health-snapshot.js';
export * from './credit-history-bundle.js';
export * from './document-verification.js';
export * from './kyc-certificate-bundle.js';
export * from './liveness-verification.js';
export * from './total-consumer-assets.js';
export * from './total-consumer-liabilities.js';
