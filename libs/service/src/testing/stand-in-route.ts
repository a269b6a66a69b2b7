import { readRequest, type AnswerOf, type InternalOperation, type RequestOf } from '@ndx/api';
import type { StandInRoutes } from '@ndx/testing';

/** How a stand-in answers an internal operation; a request that does not fit it is cut off. */
export function standInRoute<O extends InternalOperation>(
  operation: O,
  answer: (request: RequestOf<O>) => AnswerOf<O> & object,
): StandInRoutes {
  return {
    [operation.path]: (body: unknown) =>
      answer(readRequest(operation, { params: {}, query: {}, headers: {}, body })),
  };
}
