import { groupPartsOf, modelsOf } from '@ndx/catalog';
import type { ModelSelection, SimulatedFieldCode } from '@ndx/contracts';
import { appliedRules, selectionIn, type AppliedRules } from '../explanation/explained-query.js';
import { admitsFurnisher, fieldSelectionOf, isEnabled } from '../policy/querying-policy.js';
import type { PastQuery } from '../replay/replay-certificate.js';
import type { PastTemplateQuery } from '../replay/replay-template.js';
import type { SectionSource, Sources } from './section-sources.js';

export interface ChangedField {
  readonly model: string;
  readonly field: string;
  readonly change: 'lost' | 'gained';
  /** The furnisher of the section in the answer that shows the field. */
  readonly furnishingEntityId: string;
  /** The rule by which the other answer does not. */
  readonly code: SimulatedFieldCode;
}

/**
 * The fields that one of two policies shows, in the sections that both answers have. Whether the
 * field has a value depends on consents, of which a governor may not learn. A bundle needs each field
 * of its data sets, so that a hidden one is a lost section.
 */
export function changedFields(
  past: PastQuery | PastTemplateQuery,
  drafted: readonly AppliedRules[],
  before: Sources,
  after: Sources,
): ChangedField[] {
  const rules = byNetwork(appliedRules(past));
  const draftedRules = byNetwork(drafted);
  const seen = new Set<string>();
  return [...before].flatMap(([model, source]) => {
    const applied = rules.get(source.networkId);
    const simulated = after.get(model);
    const next = simulated && draftedRules.get(simulated.networkId);
    if (!applied || !next) return [];
    const { selected, fields } = fieldsOf(past, model);
    const old = selectionIn(applied, selected);
    const nextSelection = selectionIn(next, selected);
    return fields.flatMap((field): ChangedField[] => {
      const hidden = hidingRule(old, field, source);
      const nextHidden = hidingRule(nextSelection, field, simulated);
      const code = hidden ?? nextHidden;
      if (code === undefined || (hidden && nextHidden)) return [];
      // An output of a template can be read from several data sets.
      const place = `${selected} ${field}`;
      if (seen.has(place)) return [];
      seen.add(place);
      const change = hidden ? 'gained' : 'lost';
      const { furnishingEntityId } = hidden ? simulated : source;
      return [{ model, field, change, furnishingEntityId, code }];
    });
  });
}

const byNetwork = (rules: readonly AppliedRules[]) =>
  new Map(rules.map((one) => [one.networkId, one]));

function hidingRule(
  selection: ModelSelection | undefined,
  field: string,
  { furnishingEntityId }: SectionSource,
): SimulatedFieldCode | undefined {
  if (!isEnabled(selection, field)) return 'not_enabled';
  const isAdmitted = admitsFurnisher(fieldSelectionOf(selection, field), furnishingEntityId);
  return isAdmitted ? undefined : 'source_not_accepted';
}

/** The fields of a section that policies name, and the model of the selection that has them. */
function fieldsOf(
  past: PastQuery | PastTemplateQuery,
  model: string,
): { readonly selected: string; readonly fields: readonly string[] } {
  if ('product' in past) {
    const found = modelsOf(past.product).find((one) => one.model === model);
    return { selected: model, fields: found?.fields ?? [] };
  }
  const { template } = past;
  const part = groupPartsOf(template).find(({ name }) => name === model);
  const named = new Set(modelsOf(template).flatMap(({ fields }) => fields));
  const outputs = part?.group.outputs.map(({ name }) => name) ?? [];
  return { selected: template.slug, fields: outputs.filter((name) => named.has(name)) };
}
