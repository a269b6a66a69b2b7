import { InvalidAnswer, verifyAnswer, type PublicKey } from '@ndx/proof';
import { listIn, type Answer } from '../http/answer.js';
import { get } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { requireReference } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import { asked } from './kyb/asking.js';

const KEYS = '/.well-known/ndx-keys';

/** Decision 0109: anyone can verify who was answered what, and when. */
export const signedAnswerRows = cases('decision 0109', [
  {
    says: 'a KYB query is signed with its body, query event and institution by a published key',
    request: asked,
    expect: isSigned,
  },
]);

/** @throws Mismatch when the answer to a query has no signature that the published keys verify */
export async function isSigned(answer: Answer, kit: Kit): Promise<void> {
  const published = await kit.done(get(KEYS, { as: 'nobody' }));
  const expected = [requireReference(answer), kit.entityId].join();
  const actual = signedFacts(answer, listIn(published.body, 'keys') as PublicKey[]);
  if (actual !== expected) throw new Mismatch(expected, actual, answer);
}

/** The query event and the institution that the signature states, or why it proves nothing. */
function signedFacts({ text, headers }: Answer, keys: readonly PublicKey[]): string {
  try {
    const facts = verifyAnswer(text, headers.get('answer-signature') ?? '', keys);
    return [facts.queryEventId, facts.queryingEntityId].join();
  } catch (error) {
    if (error instanceof InvalidAnswer) return error.message;
    throw error;
  }
}
