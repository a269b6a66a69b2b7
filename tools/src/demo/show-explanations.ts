import type { ApiClient } from '../network/api-client.js';
import { UnexpectedAnswerError, type Narrator } from './narrator.js';

/** The two queries that are explained, by their `X-Ref-Id`. */
interface ExplainedQueries {
  readonly certificate: string;
  readonly noResult: string;
}

interface Explanation {
  readonly code: string;
  readonly explanation: string;
  readonly sections: readonly {
    readonly model_name: string;
    readonly code: string;
    readonly furnishing_entity_id: string | null;
    readonly attestation_id: string | null;
    readonly fields: readonly { readonly field_name: string; readonly code: string }[];
    readonly limits: readonly object[];
    readonly records: readonly object[];
  }[];
}

const IDENTITY = 'business_identity_verification';
const FIELD = 'business_entity_type';

/** Why a query had no result, to the institution that asked and to the governor; and why a field is there. */
export async function showExplanations(
  narrator: Narrator,
  { queryingBank, operator }: { readonly queryingBank: ApiClient; readonly operator: ApiClient },
  queries: ExplainedQueries,
): Promise<void> {
  const asked = await explain(queryingBank, queries.noResult);
  narrator.observe(
    'Why this 204? The explanation for the querying bank',
    { code: asked.code, explanation: asked.explanation, limits: asked.identity.limits },
    'the explanation lists the rules that a record had to satisfy, and only records that the bank may read',
  );
  const governed = await explain(operator, queries.noResult);
  narrator.observe(
    'The same for the governor',
    governed.identity.records,
    "the governor also sees which records its network's policy excluded",
  );
  const { identity } = await explain(queryingBank, queries.certificate);
  const { furnishing_entity_id, attestation_id, fields, records } = identity;
  const field = fields.find(({ field_name }) => field_name === FIELD);
  narrator.observe(
    'Why this field?',
    { field, furnishing_entity_id, attestation_id, records },
    'the policy prefers the furnisher of the chosen record; its attestation is named',
  );
}

async function explain(client: ApiClient, reference: string) {
  const path = `/v1/query-events/${reference}/explanation`;
  const { status, body } = await client.get(path);
  const explanation = body as Explanation;
  const identity =
    status === 200 && explanation.sections.find((one) => one.model_name === IDENTITY);
  if (!identity) throw new UnexpectedAnswerError(`GET ${path} does not explain ${IDENTITY}`);
  return { ...explanation, identity };
}
