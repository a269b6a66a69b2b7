import { hasRole, isMember, type Principal, type QueryEvent } from '@ndx/contracts';
import {
  appliedRules,
  partRules,
  recordsOf,
  type AppliedRules,
  type RecordedQuery,
} from './explained-query.js';
import { termsOf, type AppliedTerms } from './explanation.js';
import { compareText } from '../compare-text.js';
import type { ExplanationReader } from './explanation-reader.js';

/** The policy and the consent that applied in a network. */
export type AppliedInNetwork = AppliedTerms & { readonly networkId: string };

/** The terms that applied in each network that the reader may see. */
export function appliedTerms(query: RecordedQuery, reader: ExplanationReader): AppliedInNetwork[] {
  return appliedRules(query)
    .filter(({ networkId }) => reader.seesNetwork(networkId))
    .map((rules) => ({ networkId: rules.networkId, ...termsOf(rules, reader.isWhole) }));
}

/** The policy and the consent that applied in a network to a data set that a bundle reads. */
export type AppliedToDataset = AppliedInNetwork & { readonly dataset: string };

/** The terms of the data sets of a bundle in each visible network, without the closed ones. */
export function datasetTerms(query: RecordedQuery, reader: ExplanationReader): AppliedToDataset[] {
  return [...partRules(query)].flatMap(([dataset, rules]) =>
    rules.flatMap((found) =>
      found && reader.seesNetwork(found.networkId)
        ? [{ dataset, networkId: found.networkId, ...termsOf(found, reader.isWhole) }]
        : [],
    ),
  );
}

/** A record that an issued answer used. */
export interface UsedRecord {
  readonly recordId: string;
  /** The section of a product; of a template the data set, or the group that it declares. */
  readonly model: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly attestationId: string | null;
}

/**
 * The records that an answer used; empty without a result. A governor of only some networks of the
 * query learns of none: whether a record was chosen depends on the others. Records that the reader
 * may not see influence the stored order, so the records are sorted.
 */
export function usedRecords(query: RecordedQuery, { isWhole }: ExplanationReader): UsedRecord[] {
  if (!isWhole || query.event.outcome !== 'issued') return [];
  const rules = appliedRules(query);
  return chosenRecords(query, rules).sort((a, b) => compareText(keyOf(a), keyOf(b)));
}

function keyOf({ model, networkId, furnishingEntityId, recordId }: UsedRecord): string {
  return [model, networkId, furnishingEntityId, recordId].join(' ');
}

function chosenRecords({ decision }: RecordedQuery, rules: readonly AppliedRules[]): UsedRecord[] {
  return Object.keys(decision.models).flatMap((model) =>
    recordsOf(decision, rules, model)
      .filter(({ verdict }) => verdict === 'chosen')
      .map(({ rules: { networkId }, recordId, furnishingEntityId, attestationId }) => ({
        recordId,
        model,
        networkId,
        furnishingEntityId,
        attestationId,
      })),
  );
}

/** Whether a caller may read the whole event of a query, as its audit entries repeat it. */
export function seesWholeEvent(
  { event }: { readonly event: QueryEvent },
  reader: Principal,
): boolean {
  return (
    event.querying_entity_id === reader.entity_id ||
    event.network_ids.every((id) => isMember(reader, id))
  );
}

/** Whether a caller may read the audit entries of a network about a query. */
export function seesLog(
  { event }: { readonly event: QueryEvent },
  networkId: string,
  reader: Principal,
): boolean {
  return event.querying_entity_id === reader.entity_id || hasRole(reader, networkId, 'governor');
}
