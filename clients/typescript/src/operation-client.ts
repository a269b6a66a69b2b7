import { answerOf, type Answer } from './answer.js';
import { NdxError } from './errors.js';
import type { Send } from './http/retrying-fetch.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request as a generated operation passes it. */
export interface OperationRequest {
  /** With the names of path parameters in braces. */
  readonly url: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | null;
}

/**
 * Sends requests of operations.
 * @param send returns a response with its whole body
 * @returns a function that throws NdxError when the network rejects the request
 */
export function operationClient(baseUrl: string, send: Send) {
  return async (method: Method, request: OperationRequest): Promise<Answer<unknown>> => {
    const { body, signal } = request;
    const sent = new Request(addressOf(baseUrl, request), {
      method,
      headers: headersOf(request),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return answerIn(await send(sent, signal ?? undefined));
  };
}

function headersOf({ body, headers = {} }: OperationRequest): Headers {
  const given = Object.entries(headers).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const all = new Headers(given);
  if (body === undefined) all.delete('content-type');
  else if (!all.has('content-type')) all.set('content-type', 'application/json');
  return all;
}

function addressOf(baseUrl: string, { url, path = {}, query = {} }: OperationRequest): string {
  const place = url.replace(/\{(\w+)\}/g, (given, name: string) =>
    name in path ? encodeURIComponent(String(path[name])) : given,
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return baseUrl.replace(/\/$/, '') + place + (given.length > 0 ? `?${search.toString()}` : '');
}

/** A 204 has no body. Another server at the address answers pages, or JSON that is none. */
async function answerIn(response: Response): Promise<Answer<unknown>> {
  const { ok, status, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (ok && /\b(?:zip|octet-stream)\b/.test(type)) {
    return answerOf(response, await response.blob());
  }
  const text = await response.text();
  if (!ok) throw NdxError.from(response, parsed(text) ?? text);
  if (status === 204) return answerOf(response, undefined);
  const data = /\btext\/plain\b/.test(type) ? text : /\bjson\b/.test(type) && parsed(text);
  if (data === undefined || data === false) {
    throw NdxError.from(response, 'not JSON; check the base URL');
  }
  return answerOf(response, data, text);
}

/** Undefined for a text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
