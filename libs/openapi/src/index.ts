export * from './document.js';
export type { ListedOperation } from './operation.js';
