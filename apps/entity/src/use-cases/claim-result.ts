import { DomainError } from '@ndx/contracts';

/** The result of one item of a batch: an invalid item does not affect the others. */
export type ClaimResult<T> =
  { readonly value: T } | { readonly error: { readonly detail: string } };

/** Reads every item; a domain error becomes the item's own result. */
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

/** Merges the results of the readable items, in order, with the errors of the others. */
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
