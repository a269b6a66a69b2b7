import { kybCertificate } from '@ndx/catalog';
import { PERMISSIBLE_PURPOSE_HEADER } from '@ndx/contracts';
import { testedCandidates, type PolicyTest } from '@ndx/product-query/policy-test';
import { untilQueryable } from '../../demo/until-queryable.js';
import { accepted } from './accepted.js';
import { explainedSections } from './explained.js';
import { movedSections } from './played-facts.js';
import { identified, type PlayedNetwork } from './played-network.js';
import { UnplayableError } from './unplayable-error.js';

interface FurnishResult {
  readonly accepted: boolean;
  readonly business_id: string;
  readonly errors: readonly { readonly detail: string }[];
}

/**
 * Furnishes the records of a test in their order, and waits until queries read them: before a
 * consent or a policy exists, the governor sees every record.
 * @returns the business; undefined without a record
 * @throws UnplayableError with the reason for which a record is rejected
 */
export async function furnishRecords(
  network: PlayedNetwork,
  test: PolicyTest,
): Promise<string | undefined> {
  const { parties, networkId, institutions, shiftMs } = network;
  let businessId: string | undefined;
  for (const [index, record] of (test.records ?? []).entries()) {
    const furnisher = institutions.furnisherFor(record.furnishing_entity_id);
    const body = {
      network_id: networkId,
      records: [
        {
          business_identity: identified(network, record.business_identity),
          ...movedSections(record, shiftMs),
        },
      ],
    };
    const member = `records[${index}]`;
    const { results } = await accepted(
      member,
      parties.furnishers[furnisher].post(kybCertificate.furnishPath, body),
    );
    const [result] = results as readonly FurnishResult[];
    if (!result?.accepted) {
      const details = result?.errors.map(({ detail }) => detail) ?? [];
      throw new UnplayableError(`${member}: ${details.join('; ')}`);
    }
    businessId = result.business_id;
  }
  if (businessId !== undefined) await untilRead(network, test, businessId);
  return businessId;
}

async function untilRead(
  { parties: { operator, querier }, networkId, institutions }: PlayedNetwork,
  test: PolicyTest,
  businessId: string,
): Promise<void> {
  const candidates = testedCandidates(test).map(({ furnishingEntityId, model }) =>
    keyOf(institutions.idOf(furnishingEntityId), model),
  );
  if (candidates.length === 0) return;
  const query = { network_ids: [networkId], business_id: businessId };
  const purpose = { [PERMISSIBLE_PURPOSE_HEADER]: 'customer_due_diligence' };
  await untilQueryable(async () => {
    const answer = await querier.post(kybCertificate.queryPath, query, purpose);
    if (answer.status !== 200) return answer;
    const sections = await explainedSections(operator, answer);
    // A membership that has not arrived excludes the record; nothing else does here.
    const read = sections.flatMap(({ model_name, records }) =>
      records
        .filter(({ code }) => code !== 'furnisher_left')
        .map(({ furnishing_entity_id: id }) => keyOf(id, model_name)),
    );
    const isComplete = candidates.every((candidate) => read.includes(candidate));
    return isComplete ? answer : { status: 204 };
  });
}

function keyOf(furnisherId: string, model: string): string {
  return `${furnisherId} ${model}`;
}
