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
import type { Exchange } from './exchange.js';
import { furnishedData } from './template-examples.js';

type Values = Readonly<Record<string, unknown>>;

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

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
    options: { data?: Values; by?: DemoInstitution; networkId?: string } = {},
  ): Promise<void> {
    if (template.subject === 'business') await this.name(options.networkId);
    const { path, body, headers } = this.furnishRequest(template, options);
    const answer = await this.exchange.as(options.by ?? FIRST_BANK).post(path, body, headers);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  }

  /** States the legal name of the business, which no template's furnish request has. */
  private async name(networkId = DEMO_NETWORK.id): Promise<void> {
    const {
      business_legal_name,
      business_jurisdiction_of_formation,
      [REGISTRATION]: number,
    } = this.naming;
    const { business_tax_identifier_type, business_tax_identifier_value } = this.naming;
    const business_identity = {
      ...{
        business_legal_name,
        business_jurisdiction_of_formation,
        [REGISTRATION]: String(number),
      },
      ...{ business_tax_identifier_type, business_tax_identifier_value },
    };
    const section = {
      assertions: {
        business_identity_verification_performed_timestamp: new Date().toISOString(),
      },
      data: { business_entity_type: 'corporation' },
    };
    const records = [{ business_identity, business_identity_verification: section }];
    const answer = await this.exchange
      .as(FIRST_BANK)
      .post('/v1/products/kyb_certificate/furnish', { network_id: networkId, records });
    expect(answer).toMatchObject({ status: 200, body: { results: [{ accepted: true }] } });
  }

  furnishRequest(
    template: Template,
    {
      data = furnishedData(template, this.naming),
      by = FIRST_BANK,
      networkId = DEMO_NETWORK.id,
    }: { data?: Values; by?: DemoInstitution; networkId?: string } = {},
  ) {
    if (!template.furnish) throw new Error(`${template.slug} only reads`);
    const body = {
      ...this.request(template.furnish.input),
      ...Object.fromEntries(template.furnish.data.map(({ name }) => [name, undefined])),
      ...data,
      ...(hasField(template.furnish.input, 'network_furnisher_id') && {
        network_furnisher_id: by.entityId,
      }),
    };
    return { path: template.furnish.path, body, headers: inNetwork(networkId) };
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

  /** A consent of the consumer in the demo network. */
  consentRequest(change: Values = {}): Values {
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
        social_security_number: this.ssn,
      },
      ...change,
    };
  }

  /** Records the consent that a query of the template needs, if any. */
  async permit({ subject }: Template): Promise<void> {
    if (subject === 'consumer') await this.consent();
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

function hasField(fields: readonly Field[], name: string): boolean {
  return fields.some((field) => field.name === name);
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
