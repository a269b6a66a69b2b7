import { hash } from 'node:crypto';
import type { Decision, DecisiveConsent } from '../../domain/decision/decision.js';
import type { RecordsRead } from '../../domain/simulation/section-outline.js';
import { ownJson } from '../../storage/own-json.js';
import type { ParsedQuery, StoredQuery } from '../../storage/past-queries.js';

/** A query with digests of all that its result depends on in a simulation, except for the time. */
export interface KeyedQuery extends ParsedQuery {
  /** Of all but the records, which a result without them does not depend on. */
  readonly shape: string;
  /** Of all. */
  readonly key: () => string;
  /** Of all, with only what was read of the records: outlines. Undefined until they were read. */
  outlined?: { readonly read: RecordsRead; readonly key: string };
}

/** Notes the outlines of the records of a query. */
export function outline(query: KeyedQuery, read: RecordsRead, outlines: readonly string[]): void {
  query.outlined = { read, key: digestOf([query.shape, ...outlines].join('\n')) };
}

export function withKey(query: StoredQuery): KeyedQuery {
  const { event, decision, namesPolicy } = query;
  const { product_slug, outcome, network_ids, networks, permissible_purpose } = event;
  const asked = [product_slug, outcome, network_ids, networks, permissible_purpose, namesPolicy];
  const inputs = JSON.stringify(asked);
  const decided = ownJson(decision) as Decision | undefined;
  let key: string | undefined;
  return {
    ...query,
    decided,
    shape: digestOf(`${inputs} ${decided ? JSON.stringify(withoutRecords(decided)) : ''}`),
    key: () => (key ??= digestOf(`${inputs} ${decision?.replace(ANSWER_HASH, '') ?? ''}`)),
  };
}

const digestOf = (text: string) => hash('sha256', text, 'base64');

/** The keyed hash of an answer in a decision: it differs by query, and no simulation reads it. */
const ANSWER_HASH = /"answer":"[^"\\]*"/;

/**
 * A decision without what identifies its records and its consents, and without what records state. A
 * consent that has a name is only compared with a record.
 */
function withoutRecords(decision: Decision) {
  const { ids, models, consents, unneeded, template, ...rest } = decision;
  const places = new Set(rest.disputed?.map(([place]) => place));
  for (const considered of Object.values(models)) {
    for (const record of considered) {
      places.add(record[2]);
      if (typeof record[6] === 'number') places.add(record[6]);
    }
  }
  return {
    ...rest,
    models,
    ids: ids.map((id, place) => (places.has(place) ? '' : id)),
    consents: consents?.map(termsOf),
    unneeded: unneeded?.map((consent) => consent && termsOf(consent)),
    template: template && { slug: template.slug, parts: template.parts },
  };
}

const termsOf = ({ fields, name, grants }: DecisiveConsent) => [fields, name !== undefined, grants];
