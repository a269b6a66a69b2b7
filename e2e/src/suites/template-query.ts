import { TEMPLATES } from '@ndx/catalog';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  QUERYING_BANK,
  SECOND_BANK,
} from '@ndx/tools/network/demo-network';
import { describe, expect, test } from '@jest/globals';
import type { Exchange } from '../harness/exchange.js';
import { queryEventOf } from '../harness/query-feed.js';
import { expectedAnswer } from '../harness/template-examples.js';
import {
  ASSETS,
  isAnswered,
  OWNS,
  readTemplates,
  templateNamed,
  TemplateSubject,
} from '../harness/template-subject.js';

const LIABILITIES = templateNamed('total_consumer_liabilities');
const VERIFICATION = templateNamed('business_identity_verification');
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The rules of template queries (contract 4.7, design 8, 9). */
export function templateQuerySuite(exchange: () => Exchange): void {
  describe.each(TEMPLATES)('$slug', (template) => {
    test('returns the furnished values', async () => {
      const subject = new TemplateSubject(exchange());
      await subject.permit(template);
      const parts = readTemplates(template);
      // Different institutions may supply the parts of a bundle.
      for (const [index, part] of parts.entries()) {
        await subject.furnish(part, { by: index % 2 === 0 ? FIRST_BANK : SECOND_BANK });
      }
      const answer = await subject.queryUntil(template, isAnswered);
      expect(answer.headers.get('x-ref-id')).toMatch(UUID);
      expect(answer.body).toMatchObject(expectedAnswer(template, TEMPLATES, subject.naming));
      expect(Object.keys(answer.body as object)).toEqual(template.outputs.map(({ name }) => name));
      for (const { name, source } of template.outputs) {
        const value = (answer.body as Record<string, unknown>)[name];
        if (source.kind === 'query-id') expect(value).toBe(answer.headers.get('x-ref-id'));
        if (source.kind === 'furnisher-id') {
          expect([FIRST_BANK.entityId, SECOND_BANK.entityId]).toContain(value);
        }
        if (source.kind === 'furnished-at') expect(value).toMatch(/^\d{4}-.*Z$/);
        if (source.kind === 'attested') expect(value).toBe(false);
        if (source.kind === 'derived') expect(value).toEqual(expect.any(String));
      }
    });
  });

  describe('values of a template', () => {
    test('a business is found by each of its furnished registrations', async () => {
      const inDelaware = new TemplateSubject(exchange());
      const inNewYork = new TemplateSubject(exchange(), {
        business_jurisdiction_of_formation: 'US-NY',
        business_tax_identifier_value: inDelaware.naming['business_tax_identifier_value'],
      });
      await inDelaware.furnish(VERIFICATION);
      await inNewYork.furnish(VERIFICATION);
      for (const { naming } of [inDelaware, inNewYork]) {
        const withoutEin = {
          ...naming,
          business_tax_identifier_type: undefined,
          business_tax_identifier_value: undefined,
        };
        await new TemplateSubject(exchange(), withoutEin).queryUntil(VERIFICATION, isAnswered);
      }
    });

    test('amounts are decimal strings with the stated digits', async () => {
      const debtor = new TemplateSubject(exchange());
      await debtor.consent();
      const amounts = {
        auto_loan: [0.07, '0.07'],
        credit_card: [1234.5, '1234.5'],
        medical: [9_999_999_999_999.99, '9999999999999.99'],
        mortgage: [0.000001, '0.000001'],
        personal_loan: [0, '0'],
        student_loan: [0.100001, '0.100001'],
      } as const;
      const field = (kind: string) => `aggregated_credit_accounts_outstanding_${kind}_debt`;
      const by = (index: 0 | 1) =>
        Object.fromEntries(
          Object.entries(amounts).map(([kind, amount]) => [field(kind), amount[index]]),
        );
      await debtor.furnish(LIABILITIES, { data: by(0) });
      const answer = await debtor.queryUntil(LIABILITIES, isAnswered);
      expect(answer.body).toMatchObject({
        ...by(1),
        current_total_liabilities: '10000000001234.660002',
      });
    });

    test('integers without their leading zeros are the same consumer and the same ZIP', async () => {
      const naming = { social_security_number: 12_345_678, personal_address_zip: 2139 };
      const furnished = new TemplateSubject(exchange(), naming);
      expect(furnished.ssn).toBe('012345678');
      const { consumerId } = await furnished.consent();
      await furnished.furnish(ASSETS, { data: OWNS });
      const answer = await furnished.queryUntil(ASSETS, isAnswered);
      expect(await queryEventOf(exchange(), answer)).toMatchObject({
        subject_type: 'consumer',
        subject_id: consumerId,
      });
      const search = `/v1/entities/consumer/search?network_id=${DEMO_NETWORK.id}`;
      const bank = exchange().as(QUERYING_BANK);
      expect(await bank.get(`${search}&social_security_number=012345678`)).toMatchObject({
        status: 200,
        body: [expect.objectContaining({ id: consumerId })],
      });
    });
  });
}
