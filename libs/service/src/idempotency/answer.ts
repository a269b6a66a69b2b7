import { SIGNATURE_HEADER } from '@ndx/api';
import type { FastifyReply } from 'fastify';

/** A successful response as sent. */
export interface Answer {
  readonly status: number;
  /** JSON text; undefined for an empty response. */
  readonly body: string | undefined;
  /** The value of `X-Ref-Id` (contract 7.3). */
  readonly reference?: string | undefined;
  /** The value of `Answer-Signature`: of a query with a result. */
  readonly signature?: string | undefined;
}

const REFERENCE_HEADER = 'X-Ref-Id';
const JSON_TYPE = 'application/json; charset=utf-8';

/** The response without its body. */
export function prepare(reply: FastifyReply, { status, body, reference, signature }: Answer): void {
  void reply.status(status);
  if (reference !== undefined) void reply.header(REFERENCE_HEADER, reference);
  if (signature !== undefined) void reply.header(SIGNATURE_HEADER, signature);
  if (body !== undefined) void reply.type(JSON_TYPE);
}

export async function sendAnswer(reply: FastifyReply, answer: Answer): Promise<void> {
  prepare(reply, answer);
  await reply.send(answer.body);
}
