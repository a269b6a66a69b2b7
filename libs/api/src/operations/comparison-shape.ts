import { POLICY_EFFECTS } from '@ndx/contracts';
import * as wire from '../shapes/wire.js';
import { EXAMPLE_HASH } from './audit-entry.js';

const effect = wire.oneOf(POLICY_EFFECTS);

/** The members that say what a change of a policy does to its answers. */
export const COMPARISON_SUMMARY = {
  effect,
  explanation: wire.text,
  /** Those with a change. */
  models: wire.listOf(
    wire.record('ComparedModel', {
      model_name: wire.text,
      effect,
      fields: wire.listOf(wire.record('ComparedField', { field_name: wire.text, effect })),
    }),
  ),
  changes: wire.listOf(
    wire.record('PolicyChange', {
      model_name: wire.nullable(wire.text),
      field_name: wire.nullable(wire.text),
      member: wire.text,
      effect,
      before: wire.text,
      after: wire.text,
      note: wire.nullable(wire.text),
    }),
  ),
};

export const SUMMARY_DIGEST = [
  'SHA-256 in hexadecimal of `effect`, `explanation`, `models` and `changes` in the canonical form of RFC 8785. An approval can name the comparison by it.',
  EXAMPLE_HASH,
] as const;

/** The newest completed simulation of exactly the members of a draft, as product-query counted it. */
export const SummarySimulation = wire.record('SummarySimulation', {
  simulation_id: wire.uuid,
  from: wire.timestamp,
  to: wire.timestamp,
  ended_at: wire.timestamp,
  simulated_queries: wire.integer,
  changed_queries: wire.integer,
  lost_answers: wire.integer,
  gained_answers: wire.integer,
  not_simulated_queries: wire.integer,
});

/** The approval of a draft by an account that did not save it. */
export const DraftApproval = wire.record('DraftApproval', {
  account_id: wire.uuid,
  entity_id: wire.uuid,
  approved_at: wire.timestamp,
  summary: wire.record('ApprovedSummary', COMPARISON_SUMMARY),
  /** Digest in hexadecimal of the summary in the canonical form of RFC 8785. */
  summary_digest: wire.text,
});
