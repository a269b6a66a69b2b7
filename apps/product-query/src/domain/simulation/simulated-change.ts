import type { SimulatedChangeKind, Verdict } from '@ndx/contracts';
import { appliedRules } from '../explanation/explained-query.js';
import type { PastQuery } from '../replay/replay-certificate.js';
import type { PastTemplateQuery } from '../replay/replay-template.js';
import type { Simulation } from '../replay/simulate.js';
import { changedFields, type ChangedField } from './changed-fields.js';
import {
  isSameSource,
  recordedSources,
  simulatedSources,
  type SectionSource,
} from './section-sources.js';

/** How an answer changes under another policy, as far as a governor may know. */
export interface SimulatedChange {
  readonly sections: readonly ChangedSection[];
  readonly fields: readonly ChangedField[];
}

export interface ChangedSection {
  /** The section of a product; of a template the data set, or the group that it declares. */
  readonly model: string;
  readonly change: SimulatedChangeKind;
  /** The furnisher of the record that is not used any more; for a gained section, of the used record. */
  readonly furnishingEntityId: string;
  /** The verdict that explains it; null where a consent hides it. */
  readonly code: Verdict | 'no_result' | 'refused' | null;
}

/**
 * The changes of sections and fields. It is computed from what the explanation and the simulation of
 * the query show a governor, and from the policies, so that it reveals nothing else (decision 0076).
 */
export function simulatedChange(
  past: PastQuery | PastTemplateQuery,
  simulation: Simulation,
): SimulatedChange {
  const applied = appliedRules(past);
  const before = recordedSources(past, applied);
  const after = simulatedSources(simulation);
  const models = new Set([...before.keys(), ...after.keys()]);
  return {
    sections: [...models].flatMap((model) =>
      changedSection(simulation, model, before.get(model), after.get(model)),
    ),
    fields: changedFields(past, [applied, simulation.rules], before, after),
  };
}

function changedSection(
  simulation: Simulation,
  model: string,
  before: SectionSource | undefined,
  after: SectionSource | undefined,
): ChangedSection[] {
  const source = before ?? after;
  if (!source || (before && after && isSameSource(before, after))) return [];
  const { furnishingEntityId } = source;
  const record = simulation.records.find((one) => one.model === model && isSameSource(one, source));
  const change = !before ? 'gained' : after ? 'replaced' : 'lost';
  const code = before ? codeOfLoss(simulation, record?.simulated) : (record?.recorded ?? null);
  return [{ model, change, furnishingEntityId, code }];
}

/** A record that would be chosen is lost with the whole answer. */
function codeOfLoss({ outcome }: Simulation, verdict: Verdict | undefined): ChangedSection['code'] {
  if (outcome === 'refused') return 'refused';
  if (verdict === 'chosen') return outcome === 'issued' ? null : outcome;
  return verdict ?? null;
}
