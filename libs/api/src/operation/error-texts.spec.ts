import { exampleOfObject } from '@ndx/catalog';
import { newId } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import {
  recordBusinessConsent,
  recordConsumerConsent,
  addAccount,
  searchConsumers,
} from '../operations/index.js';
import { OPERATIONS } from '../operations.js';
import { RequestShapeError } from '../shapes/request-shape-error.js';
import type { Operation } from './operation.js';
import { readRequest } from './read-request.js';

type Values = Readonly<Record<string, unknown>>;

const CONSUMER = {
  date_of_birth: '1990-01-15T00:00:00Z',
  first_name: 'Ada',
  last_name: 'Example',
  personal_email: 'ada@example.com',
  phone_number: '6175550123',
  social_security_number: '219099999',
};
const BUSINESS = {
  business_legal_name: 'Acme LLC',
  business_jurisdiction_of_formation: 'US-DE',
  business_registration_identifier_from_jurisdiction_of_formation: '123',
  business_tax_identifier_type: 'EIN',
  business_tax_identifier_value: '123456789',
};

/** Valid bodies of the operations that are not of the catalogue and take personal data. */
const BODIES: readonly (readonly [Operation, Values])[] = [
  [
    recordConsumerConsent,
    {
      network_id: newId(),
      did_gather_consent_from_consumer_prior: true,
      consumer_consent_identity: CONSUMER,
    },
  ],
  [
    recordBusinessConsent,
    { did_gather_consent_from_business_prior: true, business_consent_identity: BUSINESS },
  ],
  [addAccount, { subject: 'user', email: 'user@bank.example' }],
  ...OPERATIONS.flatMap((operation) => {
    const { body } = operation.request;
    return body && typeof body !== 'function' && body.shape
      ? [[operation, exampleOfObject(body.shape)] as const]
      : [];
  }),
];

/** Marked values of the wrong type, length, form or depth. */
const MARK = 'Zq7marked';
const MARKED: readonly unknown[] = [
  MARK,
  `${MARK}@`,
  `${MARK} 1990-01-15`,
  MARK.repeat(2_000),
  [MARK],
  { a: MARK },
  { [MARK]: 1 },
];

/** The body with one value in the place of each of its values, at any depth. */
function changes(body: Values, value: unknown): readonly Values[] {
  return Object.entries(body).flatMap(([name, member]) => {
    const isObject = typeof member === 'object' && member !== null && !Array.isArray(member);
    const nested = isObject ? changes(member as Values, value) : [];
    return [value, ...nested].map((next) => ({ ...body, [name]: next }));
  });
}

function faultOf(operation: Operation, request: { body?: unknown; query?: unknown }) {
  try {
    readRequest(operation, {
      params: pathOf(operation),
      query: {},
      body: undefined,
      headers: {},
      ...request,
    });
    return '';
  } catch (error) {
    if (error instanceof RequestShapeError) return error.detail;
    throw error;
  }
}

function pathOf({ path }: Operation): Values {
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, newId()] as const),
  );
}

describe('an error text about the shape of a request', () => {
  test.each(BODIES.map(([operation, body]) => [operation.id, operation, body] as const))(
    'of %s includes no value of the body, and names its members in full',
    (_, operation, body) => {
      const faults = MARKED.flatMap((value) => changes(body, value)).map((sent) =>
        faultOf(operation, { body: sent }),
      );
      // An unknown member is named: it is a word of the caller, and no value.
      const texts = faults.map((fault) =>
        fault.replace(/ -> Zq7marked: is not a known field$/, ''),
      );
      expect(texts.filter((text) => text.includes(MARK))).toEqual([]);
      expect(texts.filter((text) => text.includes('…'))).toEqual([]);
      expect(faults.some((fault) => fault !== '')).toBe(true);
    },
  );

  test('of a search includes no criterion', () => {
    const criteria = { network_id: newId(), first_name: MARK, date_of_birth: MARK };
    const fault = faultOf(searchConsumers, { query: criteria });
    expect(fault).toMatch(/^query -> date_of_birth: /);
    expect(fault).not.toContain(MARK);
  });

  test('names the member, the path and the index as the caller wrote them', () => {
    const body = { network_id: newId(), did_gather_consent_from_consumer_prior: true };
    const member = 'consumer_consent_identiy_2';
    expect(faultOf(recordConsumerConsent, { body: { ...body, [member]: {} } })).toBe(
      `body -> ${member}: is not a known field`,
    );
  });
});
