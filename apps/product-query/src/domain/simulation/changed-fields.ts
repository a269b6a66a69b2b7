import { groupPartsOf, modelsOf } from '@ndx/catalog';
import type { ModelSelection, SimulatedFieldCode } from '@ndx/contracts';
import { selectionIn, type AppliedRules } from '../explanation/explained-query.js';
import { admitsFurnisher, fieldSelectionOf, isEnabled } from '../policy/querying-policy.js';
import type { PastQuery } from '../replay/replay-certificate.js';
import type { PastTemplateQuery } from '../replay/replay-template.js';
import { isSameSource, type SectionSource, type Sources } from './section-sources.js';

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
  [applied, drafted]: readonly [readonly AppliedRules[], readonly AppliedRules[]],
  before: Sources,
  after: Sources,
): ChangedField[] {
  const seen = new Set<string>();
  return [...before].flatMap(([model, source]) => {
    const simulated = after.get(model);
    const rules = rulesIn(applied, source);
    const next = simulated && rulesIn(drafted, simulated);
    if (!rules || !next) return [];
    const selected = 'product' in past ? model : past.template.slug;
    const old = selectionIn(rules, selected);
    const nextSelection = selectionIn(next, selected);
    if (old === nextSelection && isSameSource(source, simulated)) return [];
    const fields = fieldsOf(past, model);
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

function rulesIn(rules: readonly AppliedRules[], { networkId }: SectionSource) {
  return rules.find((one) => one.networkId === networkId);
}

function hidingRule(
  selection: ModelSelection | undefined,
  field: string,
  { furnishingEntityId }: SectionSource,
): SimulatedFieldCode | undefined {
  if (!isEnabled(selection, field)) return 'not_enabled';
  const isAdmitted = admitsFurnisher(fieldSelectionOf(selection, field), furnishingEntityId);
  return isAdmitted ? undefined : 'source_not_accepted';
}

/** The fields of a section that policies name. */
function fieldsOf(past: PastQuery | PastTemplateQuery, model: string): readonly string[] {
  if ('product' in past) {
    return modelsOf(past.product).find((one) => one.model === model)?.fields ?? [];
  }
  const { template } = past;
  const part = groupPartsOf(template).find(({ name }) => name === model);
  const named = new Set(modelsOf(template).flatMap(({ fields }) => fields));
  const outputs = part?.group.outputs.map(({ name }) => name) ?? [];
  return outputs.filter((name) => named.has(name));
}
