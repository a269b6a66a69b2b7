import type { Section } from './section-reader.js';

/** A section as a certificate has it: `"assertions":{…},"data":{…}`. */
export function sectionText({ assertions, data }: Section): string {
  return `"assertions":${JSON.stringify(assertions)},"data":${JSON.stringify(data)}`;
}
