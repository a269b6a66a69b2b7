import { matchHashesOfBusiness, type Business } from '../domain/business.js';
import { matchHashesOfConsumer, type Consumer } from '../domain/consumer.js';
import { saidBy } from '../domain/statements.js';
import type { ClaimResult } from '../use-cases/claim-result.js';

/** With the legal name that this institution stated last. */
export function toBusinessMatch(business: Business, entityId: string) {
  return {
    business_id: business.id,
    network_id: business.networkId,
    match_hashes: matchHashesOfBusiness(business),
    stated_legal_name: saidBy(business.statements, entityId)?.legalName ?? null,
  };
}

export function toConsumerMatch(consumer: Consumer) {
  return {
    consumer_id: consumer.id,
    network_id: consumer.networkId,
    match_hashes: matchHashesOfConsumer(consumer),
  };
}

/** Each item's match, or its own error. */
export function toAnswers<S, Match>(
  results: readonly ClaimResult<S>[],
  toMatch: (subject: S) => Match,
) {
  return results.map((result) => ('error' in result ? result : toMatch(result.value)));
}

/** The error that an item would have, without its match: a check reveals no subject. */
export function toChecked(result: ClaimResult<{ readonly id: string }>) {
  return 'error' in result
    ? { subject_id: null, error: result.error }
    : { subject_id: result.value.id, error: null };
}
