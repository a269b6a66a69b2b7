import type { EventDeclaration } from './declare-event.js';
import * as declarations from './declarations.js';

export * from './aggregates.js';
export * from './declarations.js';
export * from './declare-event.js';
export * from './message-headers.js';

function isDeclaration(value: unknown): value is EventDeclaration {
  return typeof value === 'object' && value !== null && 'deliveredDirectlyTo' in value;
}

/** Every declared event by its name, collected from `declarations.ts`. */
export const EVENTS: readonly EventDeclaration[] = Object.values<unknown>(declarations)
  .filter(isDeclaration)
  .sort((a, b) => (a.type < b.type ? -1 : 1));
