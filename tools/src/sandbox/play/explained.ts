import type { ApiAnswer, ApiClient } from '../../network/api-client.js';
import { succeed } from '../../network/expect-answer.js';

/** The parts of an explanation that a play reads. */
export interface ExplainedSection {
  readonly model_name: string;
  readonly code: string;
  readonly furnishing_entity_id: string | null;
  readonly records: readonly { readonly furnishing_entity_id: string; readonly code: string }[];
}

/** Why the sections of an answered query are in its answer or are not, to a governor. */
export async function explainedSections(
  governor: ApiClient,
  answer: ApiAnswer,
): Promise<readonly ExplainedSection[]> {
  const reference = answer.headers.get('x-ref-id') ?? '';
  const { sections } = await succeed(governor.get(`/v1/query-events/${reference}/explanation`));
  return sections as readonly ExplainedSection[];
}
