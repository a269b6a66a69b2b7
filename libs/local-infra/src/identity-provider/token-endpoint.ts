import type { IncomingMessage } from 'node:http';

/**
 * The account in a token request: the member `account` of a form or of a JSON object. Undefined
 * when the body has none.
 */
export async function requestedAccount(request: IncomingMessage): Promise<string | undefined> {
  const body = await readBody(request);
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  return isJson ? accountOfJson(body) : (new URLSearchParams(body).get('account') ?? undefined);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

function accountOfJson(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const account: unknown =
      typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'account') : undefined;
    return typeof account === 'string' ? account : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
