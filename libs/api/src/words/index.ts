import { OPERATIONS } from '../operations.js';
import { commonWords } from './common-words.js';
import { consentWords } from './consent-words.js';
import { cursorWords } from './cursor-words.js';
import { dataWords } from './data-words.js';
import { explanationWords } from './explanation-words.js';
import { policyWords } from './policy-words.js';
import type { Words } from './words.js';

export type { Words } from './words.js';

/**
 * The words of the OpenAPI document about the members of requests and answers: an operation declares
 * those of its own members, and the tables here those of members that several operations have. Fields
 * of the catalogue have theirs in the catalogue. A test names each member without a description.
 */
const WORDS = new Map<string, Words>(
  [
    commonWords,
    cursorWords,
    consentWords,
    policyWords,
    dataWords,
    explanationWords,
    ...OPERATIONS.map((operation) =>
      operation.visibility === 'public' ? (operation.words ?? {}) : {},
    ),
  ].flatMap((table) => Object.entries(table)),
);

/** The words of a member of a schema, if there are any. */
export function wordsOf(schema: string, member: string): Words | undefined {
  return WORDS.get(`${schema}.${member}`) ?? WORDS.get(member);
}
