export * from './config-rules.js';
export * from './declared-variables.js';
export * from './development-keys.js';
export { DEVELOPMENT_CLIENT_ID } from './development-values.js';
export { isLoopback } from './is-loopback.js';
export * from './load-config.js';
export * from './reported-failure.js';
export { warnOfUnverifiedDatabases } from './unverified-databases.js';
export * from './variable-kinds.js';
