import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { kybCertificate, templateBySlug } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { governedFurnisher } from '../testing/governed-furnisher.js';
import { daysAgo } from '../testing/kyb-records.js';
import { aBusiness, aConsumer } from '../testing/template-requests.js';

const LIABILITIES = 'total_consumer_liabilities';
const ADDRESS = 'address_verification';
const BUSINESS = 'business_identity_verification';

const idOf = (slug: string) => templateBySlug(slug)?.id ?? '';

const service = useFurnishingService();

/** The reason for rejecting a request; empty when it is accepted. */
async function reasons(furnisher: Principal, slug: string, request: object): Promise<unknown[]> {
  const answer = await service.furnish(furnisher, `/api/templates/${slug}/furnish`, request);
  if (answer.status === 200) return [];
  const { status, body } = answer;
  expect({ status, code: body['error_code'] }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
  const errors = body['errors'] as { readonly detail: string }[] | undefined;
  return errors ? errors.map(({ detail }) => detail) : [body['detail']];
}

/** A valid furnish request of the address part of the KYC bundle. */
const anAddress = (changes: object) => {
  const { date_of_birth, first_name, last_name, phone_number, social_security_number } =
    aConsumer();
  return {
    ...{ date_of_birth, first_name, last_name, phone_number, social_security_number },
    personal_email: 'ada@example.com',
    ...changes,
  };
};

describe("an active furnishing policy for a template's id", () => {
  test('requires the fields that it names, and rejected data is not stored', async () => {
    const { savePolicy, principal } = governedFurnisher(service);
    const required_fields = [`${LIABILITIES}.raw_credit_report_json`];
    await savePolicy({ product_id: idOf(LIABILITIES), required_fields });
    const missing = ['raw_credit_report_json: is required: the network asks for it'];
    expect(await reasons(principal, LIABILITIES, aConsumer())).toEqual(missing);
    const blank = aConsumer({ raw_credit_report_json: ' ' });
    expect(await reasons(principal, LIABILITIES, blank)).toEqual(missing);
    expect(await service.stored(principal)).toEqual([]);
    const report = aConsumer({ raw_credit_report_json: '{}' });
    expect(await reasons(principal, LIABILITIES, report)).toEqual([]);
  });

  test('counts zero and false as values', async () => {
    const { savePolicy, principal } = governedFurnisher(service);
    const field = 'aggregated_credit_accounts_outstanding_medical_debt';
    await savePolicy({
      product_id: idOf(LIABILITIES),
      required_fields: [`${LIABILITIES}.${field}`],
    });
    expect(await reasons(principal, LIABILITIES, aConsumer({ [field]: 0 }))).toEqual([]);
  });

  test('requires an attestation to the template itself', async () => {
    const { savePolicy, attest, principal } = governedFurnisher(service);
    await savePolicy({ product_id: idOf(LIABILITIES), attestation_required: true });
    const refused = [
      `the network requires an active attestation of the furnisher for ${LIABILITIES}`,
    ];
    await attest({ product_id: kybCertificate.id });
    expect(await reasons(principal, LIABILITIES, aConsumer())).toEqual(refused);
    await attest({ product_id: idOf(LIABILITIES) });
    expect(await reasons(principal, LIABILITIES, aConsumer())).toEqual([]);
  });

  test('limits the age of each verification, and requires a verification time', async () => {
    const { savePolicy, principal } = governedFurnisher(service);
    await savePolicy({ product_id: idOf(ADDRESS), max_age_days: 30 });
    const [reviewed, verified] = [
      'address_data_review_timestamp',
      'address_verification_timestamp',
    ] as const;
    const told = (changes: object) => reasons(principal, ADDRESS, anAddress(changes));
    expect(await told({ [reviewed]: daysAgo(29) })).toEqual([]);
    expect(await told({ [reviewed]: daysAgo(29), [verified]: daysAgo(31) })).toEqual([
      `${verified}: must be at most 30 days old: the network asks for it`,
    ]);
    expect(await told({})).toEqual([
      `must tell by ${reviewed} or ${verified} how old it is: the network asks for it`,
    ]);
  });

  test('applies to no other template and no other network', async () => {
    const { savePolicy, principal } = governedFurnisher(service);
    await savePolicy({ product_id: idOf(ADDRESS), attestation_required: true });
    await savePolicy({
      product_id: idOf(LIABILITIES),
      attestation_required: true,
      network_id: randomUUID(),
    });
    expect(await reasons(principal, LIABILITIES, aConsumer())).toEqual([]);
  });

  test('applies together with the policy of the product that the template feeds', async () => {
    const { savePolicy, attest, principal } = governedFurnisher(service);
    const of = (slug: string) =>
      `the network requires an active attestation of the furnisher for ${slug}`;
    const furnish = () => reasons(principal, BUSINESS, aBusiness(principal.entity_id));
    await savePolicy({ attestation_required: true });
    await savePolicy({ product_id: idOf(BUSINESS), attestation_required: true });
    expect(await furnish()).toEqual([of(BUSINESS), of(kybCertificate.slug)]);
    await attest({ product_id: idOf(BUSINESS) });
    expect(await furnish()).toEqual([of(kybCertificate.slug)]);
    await attest({ product_id: kybCertificate.id });
    expect(await furnish()).toEqual([]);
  });
});

test('a template cannot have a verification time in the future, whatever the policies', async () => {
  const { principal } = governedFurnisher(service);
  const name = 'address_verification_timestamp';
  expect(await reasons(principal, ADDRESS, anAddress({ [name]: daysAgo(-1) }))).toEqual([
    `${name}: must not be in the future`,
  ]);
});
