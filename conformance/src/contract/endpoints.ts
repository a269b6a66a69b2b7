import { randomUUID } from 'node:crypto';
import type { Method, Request } from '../http/request.js';
import { FURNISHES, QUERIES } from './templates/index.js';

/** An operation as the contract writes it. */
export interface Endpoint {
  readonly section: string;
  readonly method: Method;
  readonly path: string;
  /** Whether it takes a JSON body. */
  readonly hasBody: boolean;
}

const TABLE = `
  4.1       POST   /v1/consent/consumer                                             body
  4.1       GET    /v1/consent/consumer/{consent_id}
  4.1       PUT    /v1/consent/consumer/{consent_id}                                body
  4.1       POST   /v1/consent/business                                             body
  4.2       GET    /v1/entities/consumer/search
  4.2       GET    /v1/entities/business/search
  4.3       POST   /v1/institution-attestation                                      body
  4.4       POST   /v1/networks/policies/querying                                   body
  4.4       PUT    /v1/networks/policies/querying/{policy_id}/configuration         body
  4.4       GET    /v1/networks/policies/furnishing/{policy_id}
  4.5       POST   /v1/products/kyb_certificate/query                               body
  4.6       POST   /v1/products/check                                               body
  design-6  GET    /v1/consent/business/{consent_id}
  design-6  PUT    /v1/consent/business/{consent_id}                                body
  design-6  POST   /v1/consent/consumer/{consent_id}/revoke
  design-6  POST   /v1/consent/business/{consent_id}/revoke
  design-6  POST   /v1/consent/consumer/{consent_id}/grants                         body
  design-6  POST   /v1/consent/business/{consent_id}/grants                         body
  design-6  DELETE /v1/consent/consumer/{consent_id}/grants/{grant_id}
  design-6  DELETE /v1/consent/business/{consent_id}/grants/{grant_id}
  design-6  GET    /v1/consent/consumer/{consent_id}/events
  design-6  GET    /v1/consent/business/{consent_id}/events
  design-6  GET    /v1/consent/consumer/{consent_id}/receipt
  design-6  GET    /v1/consent/business/{consent_id}/receipt
  design-7  GET    /v1/products
  design-7  GET    /v1/networks
  design-7  POST   /v1/networks                                                     body
  design-7  GET    /v1/networks/{network_id}
  design-7  GET    /v1/networks/{network_id}/memberships
  design-7  PUT    /v1/networks/{network_id}/memberships/{entity_id}                body
  design-7  DELETE /v1/networks/{network_id}/memberships/{entity_id}
  design-7  GET    /v1/networks/{network_id}/institutions
  design-7  POST   /v1/networks/{network_id}/institutions                           body
  design-7  GET    /v1/networks/{network_id}/institutions/{entity_id}/accounts
  design-7  POST   /v1/networks/{network_id}/institutions/{entity_id}/accounts      body
  design-7  PUT    /v1/networks/{network_id}/institutions/{entity_id}/accounts/{account_id} body
  design-7  GET    /v1/networks/policies/querying
  design-7  GET    /v1/networks/policies/querying/{policy_id}
  design-7  GET    /v1/networks/policies/furnishing
  design-7  POST   /v1/networks/policies/furnishing                                 body
  design-7  PUT    /v1/networks/policies/furnishing/{policy_id}/configuration       body
  design-7  GET    /v1/institution-attestation
  design-7  GET    /v1/institution-attestation/{attestation_id}
  design-7  POST   /v1/institution-attestation/{attestation_id}/revoke
  design-8  POST   /v1/products/kyb_certificate/furnish                             body
  design-9  GET    /v1/products/kyb_certificate/certificates/{certificate_id}
  design-9  GET    /v1/query-events
`;

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Every operation that asks for a token. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...TABLE.trim().split('\n').map(parse),
  ...[...QUERIES, ...FURNISHES].map(({ section, path }) => ({
    section,
    path,
    method: 'POST' as const,
    hasBody: true,
  })),
];

/** A request to the operation, about nothing that exists. */
export function requestTo({ method, path }: Pick<Endpoint, 'method' | 'path'>): Request {
  return { method, path: path.replaceAll(/\{\w+\}/g, () => randomUUID()) };
}

function parse(line: string): Endpoint {
  const [section = '', verb, path = '', body] = line.trim().split(/\s+/);
  const method = METHODS.find((known) => known === verb);
  if (method === undefined) throw new Error(`no operation can be read in "${line}"`);
  return { section: section.replace('-', ' '), method, path, hasBody: body === 'body' };
}
