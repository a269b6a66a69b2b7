import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { stableId } from '@ndx/contracts';
import { isUUID } from 'class-validator';

type Fields = Readonly<Record<string, unknown>>;

export interface Call {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The internal routes of entity that furnishing calls, over HTTP, with ids that follow from the input. */
export interface EntityStandIn {
  readonly url: string;
  /** What was asked of it since `forget`. */
  readonly calls: readonly Call[];
  forget(): void;
  /** A business that `network` knows by this id. */
  know(network: string, businessId: string): void;
  /** What it answers from now on; 200 is the answer itself. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

/** The registration identifier, or social security number, that cannot be used. */
export const UNUSABLE = 999_999_999;

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

export const businessIdOf = (network: string, registration: unknown) =>
  stableId('business', `${network} ${String(registration)}`);

export const consumerIdOf = (network: string, ssn: unknown) =>
  stableId('consumer', `${network} ${String(ssn)}`);

export async function startEntity(): Promise<EntityStandIn> {
  const calls: Call[] = [];
  const known = new Map<string, string>();
  let status = 200;

  const routes: Readonly<Record<string, (body: Fields) => object>> = {
    '/internal/businesses/resolve': ({ network_ids, businesses }) => ({
      businesses: (businesses as Fields[]).map((business) =>
        answer('business_id', network_ids, REGISTRATION, business, businessIdOf),
      ),
    }),
    '/internal/consumers/resolve': ({ network_id, consumers }) => ({
      consumers: (consumers as Fields[]).map((consumer) =>
        answer('consumer_id', [network_id], 'social_security_number', consumer, consumerIdOf),
      ),
    }),
    '/internal/businesses/lookup': ({ business_ids }) => ({
      businesses: (business_ids as string[]).flatMap((id) => {
        const network = known.get(id);
        return network ? [{ business_id: id, network_id: network, match_hashes: [] }] : [];
      }),
    }),
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const body = JSON.parse(await text(request)) as Fields;
    calls.push({ path, body });
    const route = routes[path];
    const ids = (body['business_ids'] ?? []) as unknown[];
    if (!ids.every((id) => isUUID(id))) response.writeHead(422).end();
    else if (!route || status !== 200) response.writeHead(route ? status : 404).end();
    else response.end(JSON.stringify(route(body)));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    forget: () => calls.splice(0),
    know: (network, businessId) => known.set(businessId, network),
    answerWith: (next) => {
      status = next;
    },
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function answer(
  key: string,
  networks: unknown,
  identifier: string,
  subject: Fields,
  idOf: (network: string, value: unknown) => string,
) {
  const [network] = networks as string[];
  const value = subject[identifier];
  if (Number(value) === UNUSABLE) return { error: { detail: `${identifier}: must be usable` } };
  return { [key]: idOf(String(network), value), network_id: network, match_hashes: ['hash'] };
}
