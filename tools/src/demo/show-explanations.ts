import type { NdxClient } from '@ndx/client';
import { UnexpectedAnswerError, type Narrator } from './narrator.js';

const IDENTITY = 'business_identity_verification';
const FIELD = 'business_entity_type';

/**
 * Why a query had no result, to the institution that asked and to the governor; why a field is
 * there; and the evidence and the replay of an invoice line.
 * @param queries the two queries that are explained, by their `X-Ref-Id`
 */
export async function showExplanations(
  narrator: Narrator,
  { querier, governor }: { readonly querier: NdxClient; readonly governor: NdxClient },
  queries: { readonly certificate: string; readonly noResult: string },
): Promise<void> {
  const { code, explanation, identity: asked } = await explain(querier, queries.noResult);
  narrator.observe(
    'Why this 204? The explanation for the querying bank',
    'the explanation lists the rules that a record had to satisfy, and only records that the bank may read',
    { code, explanation, limits: asked.limits },
  );
  const { identity: governed } = await explain(governor, queries.noResult);
  narrator.observe(
    'The same for the governor',
    "the governor also sees which records its network's policy excluded",
    governed.records,
  );
  const { identity } = await explain(querier, queries.certificate);
  const { furnishing_entity_id, attestation_id, records } = identity;
  const field = identity.fields.find(({ field_name }) => field_name === FIELD);
  narrator.observe(
    'Why this field?',
    'the policy prefers the furnisher of the chosen record; its attestation is named',
    { field, furnishing_entity_id, attestation_id, records },
  );
  const path = { query_event_id: queries.certificate };
  await narrator.step(
    'Where is the evidence of this invoice line?',
    'the billed event, the policy and consent, the records and attestations used, the digest of the certificate, and the entry of the audit log',
    () => querier.readEvidence({ path }),
  );
  await narrator.step(
    'Is the billed answer the right one?',
    'the answer was assembled again from the recorded decision and the furnished records, and is equal byte for byte',
    () => governor.replayQuery({ path, body: {} }),
  );
}

async function explain(client: NdxClient, queryEventId: string) {
  const explanation = await client.why(queryEventId);
  const identity = explanation.sections.find(({ model_name }) => model_name === IDENTITY);
  if (identity) return { ...explanation, identity };
  throw new UnexpectedAnswerError(`query ${queryEventId} does not explain ${IDENTITY}`);
}
