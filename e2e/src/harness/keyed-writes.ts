import { randomUUID } from 'node:crypto';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { KYB_PRODUCT_ID, TestBusiness } from './business.js';
import type { Exchange } from './exchange.js';

type Values = Readonly<Record<string, unknown>>;

/** A row of a service's database, by the value of a column. */
export interface StoredRow {
  readonly database: string;
  readonly table: string;
  readonly column: string;
  readonly value: unknown;
}

/** A request that stores one row. */
interface KeyedWrite {
  readonly what: string;
  readonly by: DemoInstitution;
  readonly path: string;
  readonly body: () => Values;
  readonly stored: (body: Values, answer: Values) => StoredRow;
}

/** A write of every service that stores records of institutions. */
export function keyedWrites(exchange: () => Exchange): readonly KeyedWrite[] {
  return [
    {
      what: 'records',
      by: FIRST_BANK,
      path: '/v1/products/kyb_certificate/furnish',
      body: () => ({
        network_id: DEMO_NETWORK.id,
        program_name: randomUUID(),
        records: [{ business_identity: new TestBusiness(exchange()).identity }],
      }),
      stored: (body: Values) => ({
        database: 'furnishing',
        table: 'submission',
        column: 'program_name',
        value: body['program_name'],
      }),
    },
    {
      what: 'an attestation',
      by: FIRST_BANK,
      path: '/v1/institution-attestation',
      body: () => ({
        product_id: KYB_PRODUCT_ID,
        signed_by_name: randomUUID(),
        signed_by_title: 'Head of compliance',
        attestation_data: {},
      }),
      stored: (body: Values) => ({
        database: 'attestation',
        table: 'attestation',
        column: 'signed_by_name',
        value: body['signed_by_name'],
      }),
    },
    {
      what: 'a policy',
      by: OPERATOR,
      path: '/v1/networks/policies/querying',
      body: () => ({
        product_id: KYB_PRODUCT_ID,
        network_id: DEMO_NETWORK.id,
        name: randomUUID(),
      }),
      stored: (body: Values) => ({
        database: 'policy',
        table: 'querying_policy',
        column: 'name',
        value: body['name'],
      }),
    },
    {
      what: 'a consent',
      by: QUERYING_BANK,
      path: '/v1/consent/business',
      body: () => ({
        network_id: DEMO_NETWORK.id,
        did_gather_consent_from_business_prior: true,
        business_consent_identity: new TestBusiness(exchange()).identity,
      }),
      stored: (_: Values, answer: Values) => ({
        database: 'consent',
        table: 'consent',
        column: 'subject_id',
        value: answer['business_id'],
      }),
    },
    {
      what: 'an institution',
      by: OPERATOR,
      path: `/v1/networks/${DEMO_NETWORK.id}/institutions`,
      body: () => ({ name: randomUUID(), org_id: randomUUID(), roles: ['querier'] }),
      stored: (body: Values) => ({
        database: 'entity',
        table: 'institution',
        column: 'org_id',
        value: body['org_id'],
      }),
    },
  ];
}
