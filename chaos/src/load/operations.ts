import { randomUUID } from 'node:crypto';
import { aSocialSecurityNumber } from '@ndx/testing';
import { demoBusiness } from '@ndx/tools/demo/demo-business';
import { demoConsumer } from '@ndx/tools/demo/demo-consumer';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import type { Answer, Request } from '../system/caller.js';
import type { Kind } from './kinds.js';
import type { Operation } from './operation.js';
import { KYB_PRODUCT_ID, PATHS } from './paths.js';

/** The furnished data of every business. */
export const ENTITY_TYPE = 'limited_liability_company';

/** A new business. */
export function newRegistration(): string {
  return `CHAOS${randomUUID().replaceAll('-', '').slice(0, 20)}`;
}

export function furnish(
  registration = newRegistration(),
  {
    by = FIRST_BANK,
    corrects = null,
    entityType = ENTITY_TYPE,
    performedAt = new Date().toISOString(),
  }: {
    by?: DemoInstitution;
    corrects?: string | null;
    entityType?: string;
    performedAt?: string;
  } = {},
) {
  const record = {
    corrects_record_id: corrects,
    business_identity: demoBusiness(registration),
    business_identity_verification: {
      assertions: { business_identity_verification_performed_timestamp: performedAt },
      data: { business_entity_type: entityType, business_registration_status: 'active' },
    },
  };
  const body = { network_id: DEMO_NETWORK.id, records: [record] };
  return operation(
    'furnish',
    by,
    post(PATHS.furnish, body),
    (answer) => furnished(answer).record_id,
  );
}

/** The only result of a furnish request. */
export function furnished({ body }: Answer): { record_id: string; business_id: string } {
  const { results } = body as { results: [{ record_id: string; business_id: string }] };
  return results[0];
}

/** The value of a template's furnish request and query. */
export interface Owner {
  readonly ssn: number;
  /** Unique, so that it identifies the record. */
  readonly assetType: string;
}

export function newOwner(): Owner {
  return { ssn: aSocialSecurityNumber(), assetType: `house-${randomUUID()}` };
}

export function templateFurnish(owner: Owner): Operation {
  const own = { asset_type: owner.assetType, housing_status_own_rent: 'own' };
  const body = { ...demoConsumer(owner.ssn), ...own };
  const request = post(PATHS.templateFurnish, body, IN_NETWORK);
  return operation('template_furnish', FIRST_BANK, request, () => owner.assetType);
}

export function templateQuery(owner: Owner): Operation {
  const request = post(PATHS.templateQuery, demoConsumer(owner.ssn), IN_NETWORK);
  return operation('template_query', QUERYING_BANK, request, referenceOf);
}

/** The consumer's consent, which every template query about it needs. */
export function ownersConsent(owner: Owner): Operation {
  const { date_of_birth, first_name, last_name, personal_email } = demoConsumer(owner.ssn);
  const identity = { date_of_birth, first_name, last_name, personal_email };
  const body = {
    network_id: DEMO_NETWORK.id,
    did_gather_consent_from_consumer_prior: true,
    consumer_consent_identity: {
      ...identity,
      phone_number: String(demoConsumer(owner.ssn).phone_number),
      social_security_number: String(owner.ssn),
    },
  };
  const request = post(PATHS.consumerConsent, body);
  return operation('consumer_consent', QUERYING_BANK, request, memberOf('consent_id'));
}

export function query(subject: {
  readonly business_id?: string;
  readonly consent_id?: string;
  readonly policy_id?: string;
}): Operation {
  const request = post(PATHS.query, { network_ids: [DEMO_NETWORK.id], ...subject });
  return operation('query', QUERYING_BANK, request, referenceOf);
}

export function consent(registration = newRegistration()): Operation {
  const body = {
    network_id: DEMO_NETWORK.id,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: demoBusiness(registration),
  };
  return operation('consent', QUERYING_BANK, post(PATHS.consent, body), memberOf('consent_id'));
}

export function attestation(): Operation {
  const body = {
    product_id: KYB_PRODUCT_ID,
    signed_by_name: 'Compliance office',
    signed_by_title: 'Head of compliance',
    attestation_data: {},
  };
  // The furnisher is one whose records the queries do not return, so no response changes.
  return operation('attestation', SECOND_BANK, post(PATHS.attestation, body), memberOf('id'));
}

export function policy(): Operation {
  const body = {
    product_id: KYB_PRODUCT_ID,
    network_id: DEMO_NETWORK.id,
    name: `policy ${randomUUID()}`,
  };
  return operation('policy', OPERATOR, post(PATHS.policy, body), memberOf('id'));
}

const IN_NETWORK = { 'x-network-id': DEMO_NETWORK.id };

function operation(
  kind: Kind,
  by: DemoInstitution,
  request: Request,
  idIn: Operation['idIn'],
): Operation {
  return { kind, by, key: randomUUID(), request, idIn };
}

function post(path: string, body: unknown, headers: Request['headers'] = {}): Request {
  return { method: 'POST', path, body, headers };
}

function memberOf(name: string): Operation['idIn'] {
  return ({ body }) => String((body as Readonly<Record<string, unknown>>)[name]);
}

/** The query event of a billed response (design 9). */
function referenceOf({ headers }: Answer): string {
  return String(headers['x-ref-id']);
}
