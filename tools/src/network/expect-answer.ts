import type { ApiAnswer, ApiClient } from './api-client.js';

type Body = Readonly<Record<string, unknown>>;

/** The body of a successful answer. @throws Error with the answer otherwise */
export async function succeed(call: Promise<ApiAnswer>): Promise<Body> {
  const { status, body } = await call;
  if (status < 300) return (body ?? {}) as Body;
  throw new Error(`a request was rejected: ${status} ${JSON.stringify(body)}`);
}

/** Every item of a list, from all its pages. */
export async function listAll(client: ApiClient, path: string): Promise<readonly Body[]> {
  const items: Body[] = [];
  let cursor: string | undefined;
  for (;;) {
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await succeed(client.get(`${path}limit=100${after}`));
    const data = page['data'] as readonly Body[];
    if (data.length === 0) return items;
    items.push(...data);
    cursor = String(page['next_cursor']);
  }
}
