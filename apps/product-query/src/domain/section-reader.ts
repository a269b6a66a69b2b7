import type { FieldAccess } from '@ndx/catalog';
import type { ModelSelection } from '@ndx/contracts';
import type { Candidate } from './candidate.js';
import { admits, requiredFields } from './querying-policy.js';

type Values = Readonly<Record<string, unknown>>;

/** What a caller may see of a candidate: its text, or undefined when that does not satisfy the policy. */
export function visibleText(
  candidate: Candidate,
  access: FieldAccess,
  selection: ModelSelection | undefined,
): string | undefined {
  const fieldSelections = selection?.field_selections ?? [];
  // Nothing is removed and nothing is asked of it: the stored text is the answer.
  if (fieldSelections.length === 0 && access.isAll(candidate.model)) return candidate.text;
  const section = JSON.parse(`{${candidate.text}}`) as { assertions: Values; data: Values };
  const isVisible = (field: string, value: unknown) => {
    const rule = fieldSelections.find((candidateRule) => candidateRule.field_name === field);
    return (
      access.allows(candidate.model, field) &&
      (rule === undefined || admits(rule, value, candidate.furnishingEntityId))
    );
  };
  const assertions = keepVisible(section.assertions, isVisible);
  const data = keepVisible(section.data, isVisible);
  const shown: Values = { ...assertions, ...data };
  if (Object.values(shown).every((value) => value === null)) return undefined;
  if (selection && requiredFields(selection).some((field) => (shown[field] ?? null) === null))
    return undefined;
  return `"assertions":${JSON.stringify(assertions)},"data":${JSON.stringify(data)}`;
}

function keepVisible(
  values: Values,
  isVisible: (field: string, value: unknown) => boolean,
): Values {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, isVisible(field, value) ? value : null]),
  );
}
