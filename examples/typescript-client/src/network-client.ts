import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './network-api.js';

/** The network as one institution's account sees it; every path and body is typed by the document. */
export type NetworkClient = Client<paths>;

/** @param token how to get a token that has not expired: called for every request */
export function networkClient(baseUrl: string, token: () => Promise<string>): NetworkClient {
  const client = createClient<paths>({ baseUrl });
  client.use({
    onRequest: async ({ request }) => {
      request.headers.set('Authorization', `Bearer ${await token()}`);
    },
  });
  return client;
}

/** The network answered with an error of contract 7. */
export class NetworkError extends Error {}

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a successful answer; undefined for a query without a result (204).
 * @throws NetworkError saying what was refused, and under which request id
 */
export function resultOf<Data>({ data, error, response }: Answer<Data>): Data | undefined {
  if (response.ok) return data;
  const requestId = response.headers.get('x-request-id') ?? 'unknown';
  throw new NetworkError(
    `${response.status} ${JSON.stringify(error)} (request ${requestId} to ${response.url})`,
  );
}
