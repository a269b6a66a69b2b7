export { breakingChanges, surfaceOf, type Surface } from './compatibility.js';
export * from './document.js';
export type { ListedOperation } from './operation.js';
