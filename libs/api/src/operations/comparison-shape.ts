import { POLICY_EFFECTS } from '@ndx/contracts';
import * as wire from '../shapes/wire.js';

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

/** The object that an author submits and another account approves: what the draft does. */
const DraftSummary = wire.record('DraftSummary', {
  draft_digest: wire.text,
  ...COMPARISON_SUMMARY,
  /** Null: none is completed. */
  simulation: wire.nullable(SummarySimulation),
  /** Of a furnishing policy: counts that the author stated. */
  record_simulation: wire.nullable(
    wire.record('StatedRecordSimulation', {
      stated_by_account_id: wire.uuid,
      from: wire.timestamp,
      to: wire.timestamp,
      examined_records: wire.integer,
      accepted_records: wire.integer,
      refused_records: wire.integer,
    }),
  ),
  tests: wire.listOf(
    wire.record('SummaryTest', { name: wire.text, digest: wire.text, passed: wire.flag }),
  ),
});

const ON_SUMMARY = {
  account_id: wire.uuid,
  entity_id: wire.uuid,
  summary: DraftSummary,
  /** Digest in hexadecimal of the summary in the canonical form of RFC 8785. */
  summary_digest: wire.text,
};

/** The request for an approval of a draft by an account that saved it. */
export const DraftSubmission = wire.record('DraftSubmission', {
  ...ON_SUMMARY,
  submitted_at: wire.timestamp,
});

/** The approval of a draft by an account that did not save it. */
export const DraftApproval = wire.record('DraftApproval', {
  ...ON_SUMMARY,
  approved_at: wire.timestamp,
});
