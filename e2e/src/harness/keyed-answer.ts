import { bodyOf, type Exchange, type RawRequest } from './exchange.js';

/** A response to a request with an `Idempotency-Key`, byte for byte. */
export interface KeyedAnswer {
  readonly status: number;
  readonly text: string;
  readonly type: string | null;
  readonly reference: string | null;
  readonly isReplayed: boolean;
}

/** Sends a request under a key, if any; the response must be a declared one. */
export async function keyedAnswer(
  exchange: Exchange,
  token: string,
  request: RawRequest,
  key: string | undefined,
): Promise<KeyedAnswer> {
  const headers = { ...(key !== undefined && { 'idempotency-key': key }), ...request.headers };
  const answer = await exchange.send(token, { ...request, headers });
  const { status, text } = answer;
  const type = answer.headers.get('content-type');
  exchange.requireDeclared(request.method, request.path, status, bodyOf(text, type));
  return {
    status,
    text,
    type,
    reference: answer.headers.get('x-ref-id'),
    isReplayed: answer.headers.get('idempotency-replayed') === 'true',
  };
}
