import { randomInt } from 'node:crypto';
import { TEMPLATES, type Field, type Template } from '@ndx/catalog';
import { aSocialSecurityNumber, eventually } from '@ndx/testing';
import { demoConsumer } from '@ndx/tools/demo/demo-consumer';
import type { ApiAnswer } from '@ndx/tools/network/api-client';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { expect } from '@jest/globals';
import { FURNISH, IDENTITY } from './business.js';
import type { Exchange } from './exchange.js';

type Values = Readonly<Record<string, unknown>>;

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

/** An example of every type of furnished data (contract 4.7, design 8). */
const EXAMPLES: Values = {
  string: 'a text, \u201cquoted\u201d \u{1f4c4}',
  name: 'a name',
  'date-time': '2026-01-02T03:04:05.678Z',
  boolean: true,
  'string[]': ['first', 'second'],
  amount: 1234.5,
  'amount-from-zero': 1234.5,
  quantity: 7,
  'postal-code': 2139,
};

/** Whether the network is in the header, and which one. */
export const inNetwork = (id: string) => ({ 'x-network-id': id });

export function templateNamed(slug: string): Template {
  const template = TEMPLATES.find((one) => one.slug === slug);
  if (!template) throw new Error(`there is no template ${slug}`);
  return template;
}

/** The templates whose records a template's answer uses. */
export function readTemplates({ outputs }: Template): readonly Template[] {
  const slugs = outputs.flatMap(({ source }) => {
    if (source.kind === 'furnished') return [source.dataset];
    return source.kind === 'derived' ? source.from.map(({ dataset }) => dataset) : [];
  });
  return [...new Set(slugs)].map(templateNamed);
}

/** A new consumer or business, with operations on it. */
export class TemplateSubject {
  /** The identity values by field; a request uses the ones in its shape. */
  readonly naming: Values;

  constructor(
    private readonly exchange: Exchange,
    naming: Values = {},
  ) {
    this.naming = {
      ...demoConsumer(aSocialSecurityNumber()),
      business_jurisdiction_of_formation: 'US-DE',
      business_legal_name: 'Example Hardware LLC',
      business_registered_address_city: 'Wilmington',
      business_registered_address_country: 'US',
      business_registered_address_line_1: '1209 Orange Street',
      business_registration_identifier_from_jurisdiction_of_formation: randomInt(1e12),
      business_tax_identifier_type: 'EIN',
      business_tax_identifier_value: `${randomInt(10, 99)}-${randomInt(1_000_000, 9_999_999)}`,
      ...naming,
    };
  }

  /** Furnishes every field of a template, or the fields of `data` if given. */
  async furnish(
    template: Template,
    options: { data?: Values; by?: DemoInstitution } = {},
  ): Promise<void> {
    if (template.subject === 'business') await this.name();
    const { path, body, headers } = this.furnishRequest(template, options);
    const answer = await this.exchange.as(options.by ?? FIRST_BANK).post(path, body, headers);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  }

  /** States the legal name of the business, which no template's furnish request has. */
  private async name(): Promise<void> {
    const {
      business_legal_name,
      business_jurisdiction_of_formation,
      [REGISTRATION]: number,
      business_tax_identifier_type,
      business_tax_identifier_value,
    } = this.naming;
    const business_identity = {
      ...{ business_legal_name, business_jurisdiction_of_formation },
      ...{ [REGISTRATION]: String(number) },
      ...{ business_tax_identifier_type, business_tax_identifier_value },
    };
    const section = {
      assertions: { [`${IDENTITY}_performed_timestamp`]: new Date().toISOString() },
      data: { business_entity_type: 'corporation' },
    };
    const records = [{ business_identity, [IDENTITY]: section }];
    const request = { network_id: DEMO_NETWORK.id, records };
    const answer = await this.exchange.as(FIRST_BANK).post(FURNISH, request);
    expect(answer).toMatchObject({ status: 200, body: { results: [{ accepted: true }] } });
  }

  /** With all data fields unless `data` is given; identity fields come from `naming`. */
  furnishRequest(
    { slug, furnish }: Template,
    { data, by = FIRST_BANK }: { data?: Values; by?: DemoInstitution } = {},
  ) {
    if (!furnish) throw new Error(`${slug} only reads`);
    const all = furnish.data.map(({ name, type }) => [name, this.naming[name] ?? EXAMPLES[type]]);
    const body = {
      ...this.request(furnish.input),
      ...Object.fromEntries(furnish.data.map(({ name }) => [name, undefined])),
      ...(data ?? (Object.fromEntries(all) as Values)),
      ...(furnish.input.some(({ name }) => name === 'network_furnisher_id') && {
        network_furnisher_id: by.entityId,
      }),
    };
    return { path: furnish.path, body, headers: inNetwork(DEMO_NETWORK.id) };
  }

  query(template: Template, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    const { path, body } = this.queryRequest(template);
    return this.exchange.as(QUERYING_BANK).post(path, body, headers);
  }

  queryRequest({ query }: Template) {
    return { path: query.path, body: this.request(query.input) };
  }

  /** Queries until the answer is as expected: furnished data takes up to a second. */
  queryUntil(
    template: Template,
    isAwaited: (answer: ApiAnswer) => void,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    return eventually(async () => {
      const answer = await this.query(template, headers);
      isAwaited(answer);
      return answer;
    });
  }

  /** Records a consent of the consumer with the querying bank. */
  async consent(change: Values = {}): Promise<{ consentId: string; consumerId: string }> {
    const request = this.consentRequest(change);
    const answer = await this.exchange.as(QUERYING_BANK).post('/v1/consent/consumer', request);
    expect(answer).toMatchObject({ status: 200 });
    const { consent_id, consumer_id } = answer.body as Record<string, string>;
    return { consentId: consent_id ?? '', consumerId: consumer_id ?? '' };
  }

  /**
   * A consent of the consumer in the demo network.
   * @param social_security_number another form of the number
   */
  consentRequest(change: Values = {}, social_security_number = this.ssn): Values {
    const { date_of_birth, first_name, last_name, personal_email } = this.naming;
    return {
      network_id: DEMO_NETWORK.id,
      did_gather_consent_from_consumer_prior: true,
      consumer_consent_identity: {
        date_of_birth,
        first_name,
        last_name,
        personal_email,
        phone_number: String(this.naming['phone_number']),
        social_security_number,
      },
      ...change,
    };
  }

  /** All nine digits. */
  get ssn(): string {
    return String(this.naming['social_security_number']).padStart(9, '0');
  }

  private request(input: readonly Field[]): Values {
    return Object.fromEntries(
      input.flatMap(({ name }) => {
        const value = this.naming[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }
}

export function isAnswered(answer: ApiAnswer): void {
  expect(answer).toMatchObject({ status: 200 });
}

export const ASSETS = templateNamed('total_consumer_assets');
export const OWNS = { asset_type: 'house', housing_status_own_rent: 'own' };

/** A consumer with a consent to everything, and records of its assets. */
export async function anOwner(exchange: Exchange): Promise<TemplateSubject> {
  const owner = new TemplateSubject(exchange);
  await owner.consent();
  await owner.furnish(ASSETS, { data: OWNS });
  await owner.queryUntil(ASSETS, isAnswered);
  return owner;
}
