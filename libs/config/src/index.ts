export * from './config-rules.js';
export * from './declared-variables.js';
export * from './load-config.js';
export * from './reported-failure.js';
export * from './variable-kinds.js';
