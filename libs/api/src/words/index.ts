import { commonWords } from './common-words.js';
import { consentWords } from './consent-words.js';
import { dataWords } from './data-words.js';
import { evidenceWords } from './evidence-words.js';
import { explanationWords } from './explanation-words.js';
import { networkWords } from './network-words.js';
import { operationWords } from './operation-words.js';
import { policyWords } from './policy-words.js';
import { sandboxWords } from './sandbox-words.js';
import type { Words } from './words.js';

export type { Words } from './words.js';

/**
 * The words of the OpenAPI document about the members of requests and answers, by `member`, or by
 * `Schema.member` where a name has another meaning or another example. Fields of the catalogue have
 * theirs in the catalogue. A test names each member without a description.
 */
const WORDS = new Map<string, Words>(
  [
    commonWords,
    networkWords,
    consentWords,
    policyWords,
    dataWords,
    explanationWords,
    evidenceWords,
    sandboxWords,
    operationWords,
  ].flatMap((table) => Object.entries(table)),
);

/** The words of a member of a schema, if the tables have any. */
export function wordsOf(schema: string, member: string): Words | undefined {
  return WORDS.get(`${schema}.${member}`) ?? WORDS.get(member);
}
