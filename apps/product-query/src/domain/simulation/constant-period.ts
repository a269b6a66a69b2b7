import type { ModelSelection } from '@ndx/contracts';
import { decidedAt } from '../decision/decision.js';
import { appliedRules, partRules } from '../explanation/explained-query.js';
import type { Draft } from '../replay/draft-rules.js';
import { consideredRecords, type FurnishedRecords } from '../replay/past-candidates.js';
import type { PastQuery } from '../replay/replay-certificate.js';
import type { PastTemplateQuery } from '../replay/replay-template.js';

/** Times of queries; both ends are exclusive, in milliseconds since the epoch. */
export interface Period {
  readonly after: number;
  readonly before: number;
}

const DAY_MS = 86_400_000;

/**
 * The period around a query in which an equal one has the same answer under the draft: an answer
 * depends on the time only by the ages of records and the deadlines of disputes.
 */
export function constantPeriod(
  past: PastQuery | PastTemplateQuery,
  draft: Draft,
  records: FurnishedRecords,
): Period {
  const at = Date.parse(past.event.occurred_at);
  const offset = decidedAt(past.event, past.decision) - at;
  let [after, before] = [-Infinity, Infinity];
  for (const decided of endsIn(past, draft, records)) {
    const end = decided - offset;
    // Queries have whole milliseconds: one at an end is alone in its period.
    if (end <= at) after = Math.max(after, end === at ? at - 1 : end);
    if (end >= at) before = Math.min(before, end === at ? at + 1 : end);
  }
  return { after, before };
}

/** The times at which a record becomes too old or a deadline ends, in whole milliseconds. */
function endsIn(
  past: PastQuery | PastTemplateQuery,
  draft: Draft,
  records: FurnishedRecords,
): number[] {
  const maxAges = maxAgesIn(past, draft);
  const considered = maxAges.size === 0 ? [] : consideredRecords(past.decision);
  const times = considered.flatMap((id) => {
    const record = records.get(id);
    if (!record) return [];
    return [...record.statements.map(({ performedAt }) => performedAt), record.furnishedAt];
  });
  return [
    ...times.flatMap((time) => [...maxAges].map((days) => time + days * DAY_MS)),
    ...(past.decision.disputed ?? []).map(([, , , , dueAt]) => dueAt),
  ].map(Math.round);
}

/** In days, of the draft and of the policies that applied, which it may leave in force. */
function maxAgesIn(past: PastQuery | PastTemplateQuery, draft: Draft): ReadonlySet<number> {
  const maxAges = new Set<number>();
  const add = (selections: readonly ModelSelection[]) => {
    for (const { max_age_days: days } of selections)
      if (typeof days === 'number') maxAges.add(days);
  };
  add(draft.modelSelections);
  for (const { selections } of appliedRules(past)) add(selections);
  for (const rules of [...partRules(past).values()].flat()) add(rules?.selections ?? []);
  return maxAges;
}
