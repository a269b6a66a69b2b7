export * from './document.js';
export type { PublicRoute } from './operation.js';
