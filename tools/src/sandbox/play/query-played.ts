import { kybCertificate } from '@ndx/catalog';
import { PERMISSIBLE_PURPOSE_HEADER } from '@ndx/contracts';
import {
  requiresModel,
  type FoundOutcome,
  type FoundSection,
  type PolicyTest,
} from '@ndx/product-query/policy-test';
import type { ApiAnswer } from '../../network/api-client.js';
import { succeed } from '../../network/expect-answer.js';
import { UNKNOWN_ID } from '../outcomes.js';
import { explainedSections, type ExplainedSection } from './explained.js';
import type { PlayableTest } from './playable-test.js';
import { movedResult } from './played-facts.js';
import type { PlayedNetwork } from './played-network.js';
import type { PlayedConsent } from './record-consents.js';

/** The business and the consents of a played query. */
export interface PlayedSubject {
  readonly businessId: string;
  readonly consents: readonly PlayedConsent[];
}

/** Sends the query of a test; the answer in the names and at the times of the test. */
export async function queryPlayed(
  network: PlayedNetwork,
  { test: { query }, rules }: PlayableTest,
  subject: PlayedSubject,
): Promise<FoundOutcome> {
  const { parties, networkId, institutions } = network;
  const { permissible_purpose: purpose, furnishing_entity_ids: furnishers } = query;
  const body = {
    network_ids: [networkId],
    ...identifying(query, subject),
    ...(furnishers && { furnishing_entity_ids: institutions.idsOf(furnishers) }),
  };
  const headers: Record<string, string> =
    purpose === undefined ? {} : { [PERMISSIBLE_PURPOSE_HEADER]: purpose };
  const answer = await parties.querier.post(kybCertificate.queryPath, body, headers);
  switch (answer.status) {
    case 200:
      return { outcome: 'issued', reasons: [], result: resultOf(network, answer) };
    case 204: {
      const sections = await explainedSections(parties.operator, answer);
      const required = sections.filter(({ model_name }) =>
        requiresModel(rules.modelSelections, model_name),
      );
      const relevant = required.some(isMissing) ? required : sections;
      return { outcome: 'no_result', reasons: exclusionsIn(relevant.filter(isMissing)) };
    }
    case 403:
    case 404: {
      const { reason } = answer.body as { readonly reason: string };
      return { outcome: 'refused', reasons: [reason] };
    }
    default:
      await succeed(Promise.resolve(answer));
      throw new Error(`the query was answered with ${answer.status}`);
  }
}

function identifying(
  { consent_id: name }: PolicyTest['query'],
  { businessId, consents }: PlayedSubject,
) {
  if (name === undefined) return { business_id: businessId };
  return { consent_id: consents.find((consent) => consent.name === name)?.id ?? UNKNOWN_ID };
}

function resultOf(
  { institutions, shiftMs }: PlayedNetwork,
  { body }: ApiAnswer,
): FoundOutcome['result'] {
  const { result } = body as { readonly result: Readonly<Record<string, FoundSection | null>> };
  const sections = kybCertificate.models.map(({ name }): [string, FoundSection | null] => {
    const section = result[name] ?? null;
    if (section === null) return [name, null];
    const { furnishing_entity_id: id, assertions, data } = section;
    return [name, { furnishing_entity_id: institutions.nameOf(id), assertions, data }];
  });
  return movedResult(Object.fromEntries(sections), -shiftMs);
}

function isMissing({ code }: ExplainedSection): boolean {
  return code !== 'result_not_issued';
}

/** Why no record was chosen for the sections. */
function exclusionsIn(sections: readonly ExplainedSection[]): string[] {
  const codes = sections.flatMap(({ code, records }) =>
    records.length === 0 ? [code] : records.map((record) => record.code),
  );
  return [...new Set(codes)];
}
