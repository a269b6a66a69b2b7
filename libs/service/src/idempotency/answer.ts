import type { FastifyReply } from 'fastify';

/** A successful answer, as it is sent. */
export interface Answer {
  readonly status: number;
  /** JSON text; undefined for none. */
  readonly body: string | undefined;
  /** What `X-Ref-Id` names (contract 7.3). */
  readonly reference?: string | undefined;
}

const REFERENCE_HEADER = 'X-Ref-Id';
const JSON_TYPE = 'application/json; charset=utf-8';

/** What of an answer is not its body. */
export function prepare(reply: FastifyReply, { status, body, reference }: Answer): void {
  void reply.status(status);
  if (reference !== undefined) void reply.header(REFERENCE_HEADER, reference);
  if (body !== undefined) void reply.type(JSON_TYPE);
}

export async function sendAnswer(reply: FastifyReply, answer: Answer): Promise<void> {
  prepare(reply, answer);
  await reply.send(answer.body);
}
