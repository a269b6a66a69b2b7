import { compareText } from '../compare-text.js';
import { recordsOf, type AppliedRules } from '../explanation/explained-query.js';
import type { PastQuery } from '../replay/replay-certificate.js';
import type { PastTemplateQuery } from '../replay/replay-template.js';
import type { Simulation } from '../replay/simulate.js';

/** The furnisher of a section, in a network of the query. */
export interface SectionSource {
  readonly networkId: string;
  readonly furnishingEntityId: string;
}

/** The sources of the sections of an answer. */
export type Sources = ReadonlyMap<string, SectionSource>;

/** The sources of the answer as it was given under the rules that applied. */
export function recordedSources(
  past: PastQuery | PastTemplateQuery,
  applied: readonly AppliedRules[],
): Sources {
  if (past.event.outcome !== 'issued') return new Map();
  // Records that consent hides influence the order of the decided sections.
  const models = Object.keys(past.decision.models).sort(compareText);
  const sources = new Map<string, SectionSource>();
  for (const model of models) {
    for (const { verdict, rules, furnishingEntityId } of recordsOf(past.decision, applied, model)) {
      if (verdict === 'chosen') {
        sources.set(model, { networkId: rules.networkId, furnishingEntityId });
      }
    }
  }
  return sources;
}

/** The sources of the answer under the other policy. */
export function simulatedSources({ outcome, records }: Simulation): Sources {
  if (outcome !== 'issued') return new Map();
  return new Map(
    records
      .filter(({ simulated }) => simulated === 'chosen')
      .map(({ model, networkId, furnishingEntityId }) => [
        model,
        { networkId, furnishingEntityId },
      ]),
  );
}

export function isSameSource(a: SectionSource, b: SectionSource): boolean {
  return a.networkId === b.networkId && a.furnishingEntityId === b.furnishingEntityId;
}
