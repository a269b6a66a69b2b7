import { randomUUID } from 'node:crypto';
import { member } from '@ndx/service/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { expectRefused, FAULTS, tracesOf } from '../testing/bad-input.js';
import {
  BUSINESS,
  businessRequest,
  CONSUMER,
  consumerIdentity,
  consumerRequest,
} from '../testing/consent-requests.js';
import { useConsentService } from '../testing/consent-service.js';

const service = useConsentService();

describe('bad recordings', () => {
  const network = randomUUID();
  const querier = member(network, 'querier');

  const {
    NO_UUID,
    NO_TEXT,
    NO_FLAG,
    NO_OBJECT,
    NO_DATE_TIME,
    NO_BIRTHDAY,
    NO_REGISTRATION,
    MISSING,
    EMPTY,
    UNKNOWN,
    UNSTORABLE,
    LONG,
  } = FAULTS;
  const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

  describe('recording a consent', () => {
    test.each([
      ['is null', null],
      ['is a list', [consumerRequest(network)]],
      ['is a text', 'consent'],
      ['is a number', 7],
      ['is a flag', true],
    ])('whose body %s is rejected', async (_, body) => {
      await expectRefused(service, querier, ['POST', CONSUMER, body], `body: ${NO_OBJECT}`);
      await expectRefused(service, querier, ['POST', BUSINESS, body], `body: ${NO_OBJECT}`);
    });

    test.each([
      ['network_id', undefined, MISSING],
      ['network_id', null, NO_UUID],
      ['network_id', 7, NO_UUID],
      ['network_id', '', NO_UUID],
      ['network_id', [network], NO_UUID],
      ['network_id', { id: network }, NO_UUID],
      ['network_id', `${network} `, NO_UUID],
      ['did_gather_consent_from_consumer_prior', undefined, MISSING],
      ['did_gather_consent_from_consumer_prior', null, NO_FLAG],
      ['did_gather_consent_from_consumer_prior', 'true', NO_FLAG],
      ['did_gather_consent_from_consumer_prior', 1, NO_FLAG],
      ['consumer_consent_identity', undefined, MISSING],
      ['consumer_consent_identity', null, NO_OBJECT],
      ['consumer_consent_identity', 'Ada', NO_OBJECT],
      ['consumer_consent_identity', [consumerIdentity()], NO_OBJECT],
      ['consumer_id', 'x', NO_UUID],
      ['consumer_id', 7, NO_UUID],
      ['consumer_id', [], NO_UUID],
      ['scope', 7, NO_TEXT],
      ['scope', ['kyb_certificate'], NO_TEXT],
      ['scope', '', EMPTY],
      ['scope', '\ud800', UNSTORABLE],
      ['consented_fields', ['*'], NO_TEXT],
      ['consented_fields', {}, NO_TEXT],
      ['consented_fields', 'x'.repeat(10_001), 'must be shorter than or equal to 10000 characters'],
      ['expires_at', 'soon', NO_DATE_TIME],
      ['expires_at', '2999-01-01', NO_DATE_TIME],
      ['expires_at', '2999-02-30T00:00:00Z', NO_DATE_TIME],
      ['expires_at', '2999-01-01T24:00:01Z', NO_DATE_TIME],
      ['expires_at', 32_472_144_000, NO_DATE_TIME],
      ['business_id', randomUUID(), UNKNOWN],
      ['', 'nameless', UNKNOWN],
    ])('of a consumer with %s %j is rejected', async (name, value, message) => {
      const body = consumerRequest(network, { [name]: value });
      await expectRefused(
        service,
        querier,
        ['POST', CONSUMER, body],
        `body -> ${name}: ${message}`,
      );
    });

    test.each([
      ...[
        'first_name',
        'last_name',
        'personal_email',
        'phone_number',
        'social_security_number',
      ].flatMap((name): [string, unknown, string][] => [
        [name, undefined, MISSING],
        [name, null, NO_TEXT],
        [name, 12345678, NO_TEXT],
        [name, [], NO_TEXT],
        [name, '', EMPTY],
        [name, 'a\0', UNSTORABLE],
        [name, 'a\udfff', UNSTORABLE],
        [name, 'x'.repeat(501), LONG],
      ]),
      ['date_of_birth', undefined, MISSING],
      ['date_of_birth', null, NO_BIRTHDAY],
      ['date_of_birth', 19900115, NO_BIRTHDAY],
      ['date_of_birth', '2023-02-30', NO_BIRTHDAY],
      ['date_of_birth', '2023-02-30T00:00:00Z', NO_BIRTHDAY],
      ['date_of_birth', '15.01.1990', NO_BIRTHDAY],
      ['middle_name', 'Augusta', UNKNOWN],
    ])('of a consumer whose identity has %s %j is rejected', async (name, value, message) => {
      const identity = consumerIdentity({ [name]: value });
      const body = consumerRequest(network, { consumer_consent_identity: identity });
      const detail = `body -> consumer_consent_identity -> ${name}: ${message}`;
      await expectRefused(service, querier, ['POST', CONSUMER, body], detail);
    });

    test.each([
      ['network_id', 'x', NO_UUID],
      ['network_id', [network], NO_UUID],
      ['did_gather_consent_from_business_prior', undefined, MISSING],
      ['did_gather_consent_from_business_prior', 'true', NO_FLAG],
      ['business_consent_identity', undefined, MISSING],
      ['business_consent_identity', [], NO_OBJECT],
      ['business_id', 'x', NO_UUID],
      ['expires_at', '2999-02-30T00:00:00Z', NO_DATE_TIME],
      ['consumer_id', randomUUID(), UNKNOWN],
    ])('of a business with %s %j is rejected', async (name, value, message) => {
      const body = businessRequest({ [name]: value });
      await expectRefused(
        service,
        querier,
        ['POST', BUSINESS, body],
        `body -> ${name}: ${message}`,
      );
    });

    test.each([
      ['business_legal_name', undefined, MISSING],
      ['business_legal_name', null, NO_TEXT],
      ['business_legal_name', '', EMPTY],
      ['business_legal_name', '\0', UNSTORABLE],
      ['business_jurisdiction_of_formation', undefined, MISSING],
      ['business_jurisdiction_of_formation', ['US-DE'], NO_TEXT],
      [REGISTRATION, undefined, MISSING],
      [REGISTRATION, null, NO_REGISTRATION],
      [REGISTRATION, '', NO_REGISTRATION],
      [REGISTRATION, '--', NO_REGISTRATION],
      [REGISTRATION, -5, NO_REGISTRATION],
      [REGISTRATION, 1.5, NO_REGISTRATION],
      [REGISTRATION, ['1'], NO_REGISTRATION],
      ['business_dba_name', 7, NO_TEXT],
      ['business_tax_identifier_value', 12345678, NO_TEXT],
      ['business_website_url', 'x'.repeat(501), LONG],
      ['business_email', 'desk@acme.example', UNKNOWN],
    ])('of a business whose identity has %s %j is rejected', async (name, value, message) => {
      const { business_consent_identity: identity } = businessRequest();
      const body = businessRequest({ business_consent_identity: { ...identity, [name]: value } });
      const detail = `body -> business_consent_identity -> ${name}: ${message}`;
      await expectRefused(service, querier, ['POST', BUSINESS, body], detail);
    });

    test('with many faults reports only the first', async () => {
      const body = consumerRequest('x', { scope: 7, expires_at: 'soon', colour: 'red' });
      const { body: refusal } = await service.call(querier, 'POST', CONSUMER, body);
      expect(refusal).toEqual({ detail: expect.stringMatching(/^body -> [a-z_]+: [^:]+$/) });
    });
  });

  describe('resources of another network', () => {
    test('a consent cannot be recorded in it', async () => {
      const before = await tracesOf(service);
      for (const [path, request] of [
        [CONSUMER, consumerRequest(randomUUID())],
        [BUSINESS, businessRequest({ network_id: randomUUID() })],
      ] as const) {
        expect(await service.call(querier, 'POST', path, request)).toMatchObject({
          status: 403,
          body: { error_code: 'PERMISSION_DENIED' },
        });
      }
      expect(await tracesOf(service)).toEqual(before);
    });

    test('its consumers cannot be linked', async () => {
      const identity = consumerIdentity();
      const foreign = randomUUID();
      service.entity.know(randomUUID(), foreign, service.matchHashesOf('consumer', identity));
      const change = { consumer_id: foreign, consumer_consent_identity: identity };
      await expectNotFound(CONSUMER, consumerRequest(network, change), 'consumer not found');
    });

    test('its businesses cannot be linked', async () => {
      const { business_consent_identity: identity, ...request } = businessRequest();
      const foreign = randomUUID();
      service.entity.know(randomUUID(), foreign, service.matchHashesOf('business', identity));
      const change = { business_id: foreign, business_consent_identity: identity };
      await expectNotFound(BUSINESS, { ...request, ...change }, 'business not found');
    });

    async function expectNotFound(path: string, request: object, detail: string) {
      const { consents, history, told } = await tracesOf(service);
      const answer = await service.call(querier, 'POST', path, request);
      expect(answer).toMatchObject({
        status: 404,
        body: { error_code: 'RESOURCE_NOT_FOUND', detail },
      });
      expect(await tracesOf(service)).toMatchObject({ consents, history, told });
    }
  });
});

describe('bad changes', () => {
  const network = randomUUID();
  const querier = member(network, 'querier');

  const { NO_UUID, NO_TEXT, NO_DATE_TIME, MISSING, EMPTY, UNKNOWN, UNSTORABLE } = FAULTS;

  /** A consent of each kind. */
  let paths: Record<'consumer' | 'business', string>;
  beforeAll(async () => {
    const record = async (path: string, request: object) => {
      const { body } = await service.call(querier, 'POST', path, request);
      return `${path}/${String(body['consent_id'])}`;
    };
    paths = {
      consumer: await record(CONSUMER, consumerRequest(network)),
      business: await record(BUSINESS, businessRequest()),
    };
  });

  describe('changing a consent', () => {
    test.each([
      ['scope', 7, NO_TEXT],
      ['scope', '', EMPTY],
      ['scope', 'kyb\0', UNSTORABLE],
      ['expires_at', 'soon', NO_DATE_TIME],
      ['expires_at', '2999-02-30T00:00:00Z', NO_DATE_TIME],
      ['consented_fields', ['*'], NO_TEXT],
      ['network_id', 'x', NO_UUID],
      ['first_name', 'Eve', UNKNOWN],
      ['consumer_consent_identity', consumerIdentity(), UNKNOWN],
    ])('with %s %j is rejected and leaves the record unchanged', async (name, value, message) => {
      const body = { scope: '*', [name]: value };
      for (const path of Object.values(paths)) {
        await expectRefused(service, querier, ['PUT', path, body], `body -> ${name}: ${message}`);
      }
    });

    test.each([
      ['furnishing_entity_id', undefined, MISSING],
      ['furnishing_entity_id', 'everyone', 'must be a UUID or *'],
      ['furnishing_entity_id', null, 'must be a UUID or *'],
      ['field_definitions', undefined, MISSING],
      ['field_definitions', null, 'must be an array'],
      ['field_definitions', '*', 'must be an array'],
      ['field_definitions', { 0: '*' }, 'must be an array'],
      ['field_definitions', [], EMPTY],
      ['field_definitions', [7], ' -> 0: must be a string'],
      ['field_definitions', ['*', null], ' -> 1: must be a string'],
      ['field_definitions', Array<string>(501).fill('*'), 'must contain no more than 500 elements'],
      [
        'field_definitions',
        ['x'.repeat(201)],
        ' -> 0: must be shorter than or equal to 200 characters',
      ],
      ['effective_from', '2023-02-30T00:00:00Z', NO_DATE_TIME],
      ['effective_to', 7, NO_DATE_TIME],
      ['grant_id', randomUUID(), UNKNOWN],
    ])(
      'rejects a grant with %s %j, and leaves the record unchanged',
      async (name, value, message) => {
        const body = { furnishing_entity_id: '*', field_definitions: ['*'], [name]: value };
        for (const path of Object.values(paths)) {
          await expectRefused(
            service,
            querier,
            ['POST', `${path}/grants`, body],
            `body -> ${name}${message.startsWith(' ->') ? '' : ': '}${message}`,
          );
        }
      },
    );

    test.each([
      ['?after=1', 'after: is not a known field'],
      ['?limit=0', 'limit: must not be less than 1'],
      ['?limit=all', 'limit: must be an integer number'],
      ['?network_id=x', 'network_id: must be a UUID'],
      ['?page=1', 'page: is not a known field'],
    ])('with a history query of %s is rejected', async (query, fault) => {
      for (const path of Object.values(paths)) {
        await expectRefused(
          service,
          querier,
          ['GET', `${path}/events${query}`, undefined],
          `query -> ${fault}`,
        );
      }
    });
  });
});
