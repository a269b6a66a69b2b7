import { kybCertificate, type Template } from '@ndx/catalog';
import { NETWORK_HEADER } from '@ndx/contracts';
import type { PolicyTest } from '@ndx/product-query/policy-test';
import { FURNISHING_BANKS } from '../sandbox-parties.js';
import { accepted } from './accepted.js';
import type { PlayedNetwork } from './played-network.js';
import { datasetIn, movedData } from './template-facts.js';
import { named, type TemplateSubject } from './template-subject.js';

const IDENTITY = 'business_identity_verification';

/**
 * Furnishes the records of a test of a template in their order. The legal name of a business, which no
 * template has, is in a record of the certificate.
 * @throws UnplayableError with the reason for which a record is rejected
 */
export async function furnishTemplateRecords(
  network: PlayedNetwork,
  template: Template,
  test: PolicyTest,
  subject: TemplateSubject,
): Promise<void> {
  const { parties, networkId, institutions, shiftMs } = network;
  for (const [index, record] of (test.records ?? []).entries()) {
    const furnisher = institutions.furnisherFor(record.furnishing_entity_id);
    const member = `records[${index}]`;
    const [{ furnish, ...dataset }, values] = datasetIn(template, record);
    if (!furnish) throw new Error(`nothing is furnished for ${dataset.slug}`);
    if (template.subject === 'business') {
      const records = [{ business_identity: subject.consent.identity, ...verifiedNow() }];
      const body = { network_id: networkId, records };
      await accepted(member, parties.furnishers[furnisher].post(kybCertificate.furnishPath, body));
    }
    const isNamed = furnish.input.some(({ name }) => name === 'network_furnisher_id');
    const body = {
      ...named(subject, furnish.input),
      ...Object.fromEntries(furnish.data.map(({ name }) => [name, undefined])),
      ...movedData({ furnish, ...dataset }, values, shiftMs),
      ...(isNamed && { network_furnisher_id: FURNISHING_BANKS[furnisher].entityId }),
    };
    const headers = { [NETWORK_HEADER]: networkId };
    await accepted(member, parties.furnishers[furnisher].post(furnish.path, body, headers));
  }
}

function verifiedNow() {
  const assertions = { [`${IDENTITY}_performed_timestamp`]: new Date().toISOString() };
  return { [IDENTITY]: { assertions, data: { business_entity_type: 'corporation' } } };
}
