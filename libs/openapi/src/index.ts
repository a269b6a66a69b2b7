export * from './document.js';
export { exampleOf } from './example.js';
export type { JsonSchema } from './json-schema.js';
export type { PublicRoute } from './operation.js';
