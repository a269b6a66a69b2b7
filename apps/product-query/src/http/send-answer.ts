import type { FastifyReply } from 'fastify';
import type { QueryAnswer } from '../use-cases/query-answer.js';

/** Carries the reference of a query on 200 and 204 (contract 7.3, design 9). */
const REFERENCE_HEADER = 'X-Ref-Id';

/** When a query is answered by a 204. */
export const NO_RESULT = 'The query ran and produced no result that satisfies the policy.';

/** Answers a query: 200 with its result, or 204 when there is none that satisfies the policy. */
export async function sendAnswer(reply: FastifyReply, answer: QueryAnswer): Promise<void> {
  void reply.header(REFERENCE_HEADER, answer.queryEventId);
  if (answer.body === undefined) await reply.status(204).send();
  else await reply.status(200).type('application/json; charset=utf-8').send(answer.body);
}
