import type { FieldAccess } from '@ndx/catalog';
import type { ModelSelection } from '@ndx/contracts';
import type { Candidate } from './candidate.js';
import { admits, fieldSelectionOf, requiredFields } from './querying-policy.js';

type Values = Readonly<Record<string, unknown>>;

/** What a caller may see of a candidate: its text, or undefined when that does not satisfy the policy. */
export function visibleText(
  candidate: Candidate,
  access: FieldAccess,
  selection: ModelSelection | undefined,
): string | undefined {
  // Nothing is removed and nothing is asked of it: the stored text is the answer.
  if ((selection?.field_selections ?? []).length === 0 && access.isAll(candidate.model)) {
    return candidate.text;
  }
  const { assertions, data } = visibleSection(candidate, access, selection);
  const shown: Values = { ...assertions, ...data };
  if (Object.values(shown).every((value) => value === null)) return undefined;
  if (selection && requiredFields(selection).some((field) => (shown[field] ?? null) === null))
    return undefined;
  return `"assertions":${JSON.stringify(assertions)},"data":${JSON.stringify(data)}`;
}

/** A candidate's values, null where consent or policy hides them. */
export function visibleSection(
  candidate: Candidate,
  access: FieldAccess,
  selection: ModelSelection | undefined,
): { readonly assertions: Values; readonly data: Values } {
  const section = JSON.parse(`{${candidate.text}}`) as { assertions: Values; data: Values };
  const isVisible = (field: string, value: unknown) => {
    const rule = fieldSelectionOf(selection, field);
    return (
      access.allows(candidate.model, field) &&
      (rule === undefined || admits(rule, value, candidate.furnishingEntityId))
    );
  };
  return {
    assertions: keepVisible(section.assertions, isVisible),
    data: keepVisible(section.data, isVisible),
  };
}

function keepVisible(
  values: Values,
  isVisible: (field: string, value: unknown) => boolean,
): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, isVisible(field, value) ? value : null]),
  );
}
