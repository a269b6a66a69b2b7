import { DomainError } from '@ndx/contracts';

/** What became of one item of a batch: one bad item does not sink the others. */
export type ClaimResult<T> =
  { readonly value: T } | { readonly error: { readonly detail: string } };

/** Reads every item; what breaks a rule of the domain becomes the item's own error. */
export function readEach<Input, T>(
  inputs: readonly Input[],
  read: (input: Input) => T,
): ClaimResult<T>[] {
  return inputs.map((input) => {
    try {
      return { value: read(input) };
    } catch (error) {
      if (error instanceof DomainError) return { error: { detail: error.message } };
      throw error;
    }
  });
}

/** Puts what came of the readable items, in their order, in their places. An error is the item's own. */
export function answerEach<T, Answer>(
  results: readonly ClaimResult<T>[],
  answers: readonly (Answer | DomainError)[],
): ClaimResult<Answer>[] {
  const rest = answers.values();
  return results.map((result) => {
    if ('error' in result) return result;
    const { value, done } = rest.next();
    if (done) throw new Error('there are fewer answers than items');
    return value instanceof DomainError ? { error: { detail: value.message } } : { value };
  });
}
