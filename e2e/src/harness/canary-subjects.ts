import { TEMPLATES } from '@ndx/catalog';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { FURNISH, IDENTITY, QUERY, TestBusiness } from './business.js';
import type { CanarySet } from './canary.js';
import type { Exchange } from './exchange.js';
import { TemplateSubject } from './template-subject.js';

/** A valid request by an authorised institution. */
export interface RightRequest {
  readonly by: DemoInstitution;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Every request about one consumer and one business whose identifiers are canaries, each in its
 * proper place: furnish, consent, search and query.
 */
export function requestsAbout(
  exchange: Exchange,
  { ssn, shortSsn, ein, email, dateOfBirth }: CanarySet,
): readonly RightRequest[] {
  const business = new TestBusiness(exchange);
  const tax = {
    business_tax_identifier_type: 'EIN',
    business_tax_identifier_value: ein.forms.at(-1),
  };
  const person = {
    ...tax,
    date_of_birth: `${dateOfBirth.date}T00:00:00Z`,
    personal_email: email.text,
  };
  const subjects = [ssn, shortSsn].map(
    ({ digits }) =>
      // As a number, which has no leading zeros.
      new TemplateSubject(exchange, { ...person, social_security_number: Number(digits) }),
  );
  const search = `/v1/entities/consumer/search?network_id=${DEMO_NETWORK.id}`;
  const searchBusiness = `/v1/entities/business/search?network_id=${DEMO_NETWORK.id}`;
  const ask = (path: string): RightRequest => ({ by: QUERYING_BANK, method: 'GET', path });
  return [
    // First, because template queries need a consent.
    ...[ssn, shortSsn].flatMap(({ forms }, index) =>
      forms.map((form) =>
        post(QUERYING_BANK, '/v1/consent/consumer', subjects[index]?.consentRequest({}, form)),
      ),
    ),
    ...subjects.flatMap(templateRequests),
    post(QUERYING_BANK, '/v1/consent/business', {
      network_id: DEMO_NETWORK.id,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: { ...business.identity, ...tax },
    }),
    post(FIRST_BANK, FURNISH, {
      network_id: DEMO_NETWORK.id,
      records: [
        {
          business_identity: { ...business.identity, ...tax },
          [IDENTITY]: {
            assertions: {
              business_identity_verification_performed_timestamp: new Date().toISOString(),
            },
            data: { business_entity_type: 'llc' },
          },
        },
      ],
    }),
    post(QUERYING_BANK, QUERY, { network_ids: [DEMO_NETWORK.id], consumer_id: ssn.digits }),
    ...ssn.forms.map((form) => ask(`${search}&social_security_number=${form}`)),
    ask(`${search}&personal_email=${encodeURIComponent(email.text)}`),
    ask(`${search}&date_of_birth=${dateOfBirth.date}`),
    ask(`${searchBusiness}&federal_ein=${ein.digits}`),
  ];
}

/** Furnishes and queries the fields of every template about a subject. */
function templateRequests(subject: TemplateSubject): readonly RightRequest[] {
  return TEMPLATES.flatMap((template) => [
    ...(template.furnish
      ? [{ by: FIRST_BANK, method: 'POST' as const, ...subject.furnishRequest(template) }]
      : []),
    { by: QUERYING_BANK, method: 'POST', ...subject.queryRequest(template) },
  ]);
}

function post(by: DemoInstitution, path: string, body: unknown): RightRequest {
  return { by, method: 'POST', path, body };
}
