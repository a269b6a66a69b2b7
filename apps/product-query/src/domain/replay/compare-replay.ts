import type { Judgement } from '../candidate.js';
import { compareText } from '../compare-text.js';
import { appliedRules, recordsOf, type RecordedQuery } from '../explanation/explained-query.js';
import { firstDifference, type Difference } from './first-difference.js';
import { outcomeOf } from './outcome-of.js';
import type { PastQuery, ReplayedCertificate } from './replay-certificate.js';

/**
 * The first difference between a stored answer with its verdicts and a replay: of the certificate
 * byte for byte, then of the verdicts. Undefined where there is none.
 */
export function compareReplay(
  query: PastQuery & { readonly certificate: string | undefined },
  replayed: ReplayedCertificate,
): Difference | undefined {
  return (
    certificateDifference(query.certificate, replayed.body) ??
    verdictDifference(query, replayed.judgements)
  );
}

function certificateDifference(
  stored: string | undefined,
  replayed: string | undefined,
): Difference | undefined {
  if (stored === replayed) return undefined;
  if (stored === undefined || replayed === undefined) {
    return { path: 'outcome', stored: outcomeOf(stored), replayed: outcomeOf(replayed) };
  }
  // Equal values in other bytes differ as a whole.
  return (
    firstDifference(JSON.parse(stored), JSON.parse(replayed)) ?? { path: '', stored, replayed }
  );
}

/** The first verdict that differs, of the candidates of each section or part of a group. */
export function verdictDifference(
  query: RecordedQuery,
  judgements: readonly Judgement[],
): Difference | undefined {
  const rules = appliedRules(query);
  const decided = Object.keys(query.decision.models).flatMap((model) =>
    recordsOf(query.decision, rules, model).map((record) => ({ model, ...record })),
  );
  const replayed = judgements.map(({ candidate: { model, recordId }, ...judged }) => ({
    ...{ model, recordId, ...judged },
  }));
  return firstDifference(verdictsOf(decided), verdictsOf(replayed), ['decision']);
}

interface JudgedRecord extends Pick<Judgement, 'verdict' | 'field' | 'excludedIn' | 'nameDiffers'> {
  readonly model: string;
  readonly recordId: string;
}

/** Verdicts by model and record, in an order that does not depend on the stored one. */
function verdictsOf(records: readonly JudgedRecord[]) {
  const verdicts: Record<string, Record<string, object>> = {};
  const sorted = [...records].sort(
    (a, b) => compareText(a.model, b.model) || compareText(a.recordId, b.recordId),
  );
  for (const { model, recordId, nameDiffers = false, ...judged } of sorted) {
    const { verdict, field = null, excludedIn = null } = judged;
    (verdicts[model] ??= {})[recordId] = { verdict, field, excludedIn, nameDiffers };
  }
  return verdicts;
}
