import { Amount, type Values } from '../../run/expect.js';
import { fields, without, type Field } from '../../shape/fields.js';
import { record, type Shape } from '../../shape/shape.js';

/** A furnish endpoint of contract 4.7, or one that design 8 adds. */
export interface FurnishContract {
  readonly section: string;
  readonly path: string;
  readonly subject: 'consumer' | 'business';
  /** All fields of the request. */
  readonly input: readonly Field[];
  /** A value for each data field. */
  readonly data: Values;
}

/** A query endpoint of contract 4.7, or one that design 8 adds. */
export interface QueryContract {
  readonly section: string;
  readonly path: string;
  readonly subject: 'consumer' | 'business';
  readonly input: readonly Field[];
  readonly output: Shape;
  /** Data to furnish for an answer. */
  readonly furnished: readonly FurnishContract[];
  /** The expected answer, without the ids of the query. */
  readonly answer: Values;
  /** Outputs that state how the request identified the subject. */
  readonly named?: readonly string[];
}

/** The slug of an endpoint's template, as in the catalogue, policies and consents. */
export function slugOf({ path }: Pick<QueryContract, 'path'>): string {
  const [, slug] = /\/templates\/(\w+)/.exec(path) ?? [];
  if (slug === undefined) throw new Error(`${path} is no path of a template`);
  return slug;
}

/** STANDARD_CONSUMER_INPUT of contract 4.7. */
export const STANDARD_CONSUMER_INPUT = fields(`
  date_of_birth: date-time
  first_name last_name personal_address_city personal_address_line_1: string
  personal_address_state: string
  personal_address_zip: integer
  personal_email: string
  phone_number social_security_number: integer
  consumer_cross_reference_id? personal_address_line_2?: string | null
`);

/**
 * The identity fields of a consumer in furnish endpoints whose required fields the contract states.
 */
export const FURNISHED_CONSUMER_INPUT = [
  ...without(STANDARD_CONSUMER_INPUT, 'personal_email'),
  ...fields('personal_email?: string | null'),
];

/** The identity fields of a consumer in every template. */
export const CONSUMER_CORE = fields(`
  date_of_birth: date-time
  first_name last_name personal_email: string
  phone_number social_security_number: integer
`);

/** The ids that a furnish request may carry (contract 4.7). */
export const NETWORK_IDS = fields('network_federation_id? network_furnisher_id?: uuid | null');

/** The verification time of all data of the kit. */
export const AT = '2026-01-15T09:30:00Z';

/**
 * The query of a template of which the contract lists only the furnish request: it returns the
 * furnished values (design 8).
 * @param data the furnished fields
 */
export function queryOf(furnish: FurnishContract, data: readonly Field[]): QueryContract {
  const returned = data.map((field): Field => ({
    ...field,
    type: field.type === 'number' ? 'decimal' : field.type,
    null: field.isRequired ? 'refused' : 'accepted',
  }));
  return {
    section: 'design 8',
    path: furnish.path.replace(/furnish$/, 'query'),
    subject: furnish.subject,
    input: STANDARD_CONSUMER_INPUT,
    output: record([...fields('network_query_id: uuid'), ...returned]),
    furnished: [furnish],
    answer: returnedValues(furnish.data),
  };
}

/** The fields as an answer that always has them; amounts are texts. */
export function answered(table: readonly Field[]): readonly Field[] {
  return table.map(({ name, type }) => ({
    ...{ name, isRequired: true, null: 'refused' },
    type: type === 'number' ? 'string' : type,
  }));
}

/** Furnished values as a query returns them: amounts are decimal strings (design 8). */
export function returnedValues(data: Values): Values {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'number' ? new Amount(String(value)) : value,
    ]),
  );
}
