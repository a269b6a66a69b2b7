import { kybCertificate } from '@ndx/catalog';
import { newId, type StatefulServiceName } from '@ndx/contracts';
import { demoBusiness } from '@ndx/tools/demo/demo-business';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { setTimeout as pause } from 'node:timers/promises';
import { BankClient } from '../bank-client.js';
import { inDatabase } from '../in-database.js';
import {
  CHANGED_QUERIES,
  CONSENTS,
  copiesOf,
  DELIVERIES,
  DISPUTES,
  DOCUMENTS,
  ENDS,
  NOTICES,
  RECORDS,
  RECORDS_OF_SUBMISSIONS,
  type Copies,
} from './own-list-statements.js';

const NETWORK = { network_id: DEMO_NETWORK.id };
const PRODUCT = { product_id: kybCertificate.id };

/** The numbers of copies. */
export interface OwnItems {
  /** Consents, submissions with a record, certificates, notices and their deliveries each. */
  readonly many: number;
  /**
   * Records of one business, attestations, simulations, changed queries of one, disputes and
   * documents each.
   */
  readonly few: number;
}

/** The owners of lists that are filled. */
export interface OwnLists {
  /** Has records. */
  readonly submissionId: string;
  /** Has changed queries. */
  readonly simulationId: string;
  /** Has deliveries; its institution is the querying bank. */
  readonly endpointId: string;
}

/**
 * Creates one item of each list that an institution has of its own work, and copies it in the
 * database of its service, with ids and times of the past.
 * @param businessId of a furnished business, with queries
 * @param from the time of the first query that is simulated; ISO 8601
 */
export async function fillOwnLists(
  network: LocalNetwork,
  businessId: string,
  from: string,
  { many, few }: OwnItems,
): Promise<OwnLists> {
  await recordConsent(network);
  const submissionId = await attest(network, businessId);
  const simulationId = await simulate(network, from);
  const endpointId = newId();
  const querierId = QUERYING_BANK.entityId;
  await repeat(network, 'consent', many, CONSENTS);
  await repeat(network, 'attestation', few, copiesOf('attestation', ['created_at', 'signed_at']));
  await repeat(network, 'furnishing', many, copiesOf('submission', ['submitted_at']));
  await repeat(network, 'furnishing', many, RECORDS_OF_SUBMISSIONS);
  await repeat(network, 'furnishing', Math.floor(many / 10), ENDS);
  await repeat(network, 'furnishing', few, RECORDS, businessId);
  await repeat(network, 'furnishing', few, DISPUTES, querierId);
  await repeat(network, 'furnishing', few, DOCUMENTS);
  await repeat(network, 'product-query', few, copiesOf('simulation', ['created_at']));
  await repeat(network, 'product-query', few, CHANGED_QUERIES, simulationId);
  await repeat(network, 'product-query', many, copiesOf('certificate', ['issued_at']));
  await repeat(network, 'product-query', many, NOTICES, querierId, PRODUCT.product_id);
  await repeat(network, 'product-query', many, DELIVERIES, querierId, endpointId);
  return { submissionId, simulationId, endpointId };
}

async function recordConsent(network: LocalNetwork): Promise<void> {
  const querier = BankClient.connect(network, QUERYING_BANK, 1);
  await post(querier, '/v1/consent/business', {
    ...NETWORK,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: demoBusiness('BENCH-0'),
  });
  await querier.close();
}

/** @returns the id of the submission of a business */
async function attest(network: LocalNetwork, businessId: string): Promise<string> {
  const furnisher = BankClient.connect(network, FIRST_BANK, 1);
  const signed = { signed_by_name: 'Bench', signed_by_title: 'Compliance' };
  await post(furnisher, '/v1/institution-attestation', {
    ...{ ...PRODUCT, ...signed },
    attestation_data: {},
  });
  const records = new URLSearchParams({ ...NETWORK, subject_id: businessId });
  const listed = await furnisher.send('GET', `/v1/records?${records.toString()}`);
  await furnisher.close();
  const { data } = JSON.parse(listed) as { readonly data: readonly { submission_id: string }[] };
  return data[0]?.submission_id ?? '';
}

/** @returns the id of a simulation in which each answer loses a section */
async function simulate(network: LocalNetwork, from: string): Promise<string> {
  const governor = BankClient.connect(network, OPERATOR, 1);
  const policy = { ...NETWORK, ...PRODUCT, name: 'Bench' };
  const { id } = await post(governor, '/v1/networks/policies/querying', policy);
  const { simulation_id } = await post(governor, '/v1/simulations', {
    ...{ policy_id: id, from, is_default: true },
    model_selections: [{ model_name: 'business_identity_verification', is_enabled: false }],
  });
  const simulationId = String(simulation_id);
  for (let state = 'running'; state === 'running';) {
    await pause(100);
    const read = await governor.send('GET', `/v1/simulations/${simulationId}`);
    state = (JSON.parse(read) as { readonly state: string }).state;
  }
  await governor.close();
  return simulationId;
}

async function post(client: BankClient, path: string, body: object) {
  return JSON.parse(await client.send('POST', path, JSON.stringify(body))) as Readonly<
    Record<string, unknown>
  >;
}

async function repeat(
  network: LocalNetwork,
  service: StatefulServiceName,
  number: number,
  { table, statement }: Copies,
  ...parameters: readonly string[]
): Promise<void> {
  await inDatabase(network, service, async (database) => {
    await database.query('set synchronous_commit = off');
    const { rowCount } = await database.query(statement, [number, ...parameters]);
    if (rowCount !== number) throw new Error(`${table} got ${rowCount ?? 0} rows, not ${number}`);
    await database.query(`vacuum analyze ${table}`);
  });
}
