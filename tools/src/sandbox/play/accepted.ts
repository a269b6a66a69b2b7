import type { ApiAnswer } from '../../network/api-client.js';
import { succeed } from '../../network/expect-answer.js';
import { UnplayableError } from './unplayable-error.js';

/**
 * The body of a successful answer to a request that states a member of a test.
 * @throws UnplayableError naming the member when the API rejects its values
 */
export async function accepted(member: string, call: Promise<ApiAnswer>) {
  const answer = await call;
  if (answer.status === 400 || answer.status === 422) {
    const { detail } = answer.body as { readonly detail: string };
    throw new UnplayableError(`${member}: ${detail}`);
  }
  return succeed(Promise.resolve(answer));
}
