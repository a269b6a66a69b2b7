import type { FieldAccess } from '@ndx/catalog';
import type { ModelSelection } from '@ndx/contracts';
import type { Candidate } from './candidate.js';
import { accepts, admitsFurnisher, fieldSelectionOf, requiredFields } from './querying-policy.js';

type Values = Readonly<Record<string, unknown>>;

/** The readable text of a candidate, or undefined when it does not satisfy the policy. */
export function visibleText(
  candidate: Candidate,
  access: FieldAccess,
  selection: ModelSelection | undefined,
): string | undefined {
  // Fast path: nothing is removed or checked, so the stored text is the answer.
  if ((selection?.field_selections ?? []).length === 0 && access.isAll(candidate.model)) {
    return candidate.text;
  }
  const section = visibleSection(candidate, access, selection);
  if (!section) return undefined;
  const { assertions, data } = section;
  const shown: Values = { ...assertions, ...data };
  if (Object.values(shown).every((value) => value === null)) return undefined;
  if (selection && requiredFields(selection).some((field) => (shown[field] ?? null) === null))
    return undefined;
  return `"assertions":${JSON.stringify(assertions)},"data":${JSON.stringify(data)}`;
}

/**
 * A candidate's values, null where consent or policy hides them. Undefined when a readable value
 * is not an accepted one. A hidden value is never an accepted one, so that nothing can be inferred
 * from it (decision 0002).
 */
export function visibleSection(
  candidate: Candidate,
  access: FieldAccess,
  selection: ModelSelection | undefined,
): { readonly assertions: Values; readonly data: Values } | undefined {
  const section = JSON.parse(`{${candidate.text}}`) as { assertions: Values; data: Values };
  const isVisible = (field: string) =>
    access.allows(candidate.model, field) &&
    admitsFurnisher(fieldSelectionOf(selection, field), candidate.furnishingEntityId);
  const assertions = keepVisible(section.assertions, isVisible);
  const data = keepVisible(section.data, isVisible);
  const shown: Values = { ...assertions, ...data };
  const isMet = (selection?.field_selections ?? []).every((rule) =>
    accepts(rule, shown[rule.field_name]),
  );
  return isMet ? { assertions, data } : undefined;
}

function keepVisible(values: Values, isVisible: (field: string) => boolean): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, isVisible(field) ? value : null]),
  );
}
