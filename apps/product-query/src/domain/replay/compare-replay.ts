import type { Verdict } from '@ndx/contracts';
import type { JudgedAssembly } from '../certificate/assemble-certificate.js';
import { appliedRules, recordsOf } from '../explanation/explained-query.js';
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
    firstDifference(decidedVerdicts(query), replayedVerdicts(query, replayed), ['decision'])
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

/** Verdicts by model and record. */
type Verdicts = Readonly<Record<string, Readonly<Record<string, JudgedRecord>>>>;

interface JudgedRecord {
  readonly recordId: string;
  readonly verdict: Verdict;
  readonly field?: string | undefined;
  readonly nameDiffers?: boolean | undefined;
}

function decidedVerdicts(query: PastQuery): Verdicts {
  const rules = appliedRules(query);
  return verdictsOf(query, (model) => recordsOf(query.decision, rules, model));
}

function replayedVerdicts(query: PastQuery, { judgements }: JudgedAssembly): Verdicts {
  return verdictsOf(query, (model) =>
    judgements
      .filter(({ candidate }) => candidate.model === model)
      .map(({ candidate: { recordId }, ...judged }) => ({ recordId, ...judged })),
  );
}

function verdictsOf(
  { product }: PastQuery,
  recordsIn: (model: string) => readonly JudgedRecord[],
): Verdicts {
  return Object.fromEntries(
    product.models.map(({ name }) => {
      const records = [...recordsIn(name)].sort((a, b) => (a.recordId < b.recordId ? -1 : 1));
      const entries = records.map(({ recordId, verdict, field = null, nameDiffers = false }) => [
        recordId,
        { verdict, field, nameDiffers },
      ]);
      return [name, Object.fromEntries(entries) as Readonly<Record<string, JudgedRecord>>];
    }),
  );
}
