import type { ServiceName } from '../operation/services.js';
import { DECLARED_TYPES, sentenceOf } from './phrases.js';

/** The types of the events in the logs of some services, each with its sentence. */
export function eventTypes(
  services: readonly ServiceName[],
): readonly (readonly [string, string])[] {
  const areas = ['audit', ...services.map((one) => (one === 'product-query' ? 'query' : one))];
  return DECLARED_TYPES.filter((type) => areas.includes(type.split('.')[0] ?? '')).map(
    (type) => [type, inGeneral(type)] as const,
  );
}

/** What an event of a type is, without the members of one. */
function inGeneral(type: string): string {
  const { did } = sentenceOf({ type, subject: '', data: null });
  const text = did.map((part) => (typeof part === 'string' ? part : part.kind)).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
