import { readRequest, type AnswerOf, type InternalOperation, type RequestOf } from '@ndx/api';
import type { StandInRoutes } from '@ndx/testing';

/** The handler of an internal operation in a stand-in; an invalid request is disconnected. */
export function standInRoute<O extends InternalOperation>(
  operation: O,
  answer: (request: RequestOf<O>) => AnswerOf<O> & object,
): StandInRoutes {
  return {
    [operation.path]: (body: unknown) =>
      answer(readRequest(operation, { params: {}, query: {}, headers: {}, body })),
  };
}
