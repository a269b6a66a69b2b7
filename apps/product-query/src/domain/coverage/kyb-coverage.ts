import { modelsOf } from '@ndx/catalog';
import type { AssemblyInput } from '../certificate/assemble-certificate.js';
import { byOrigin } from '../by-origin.js';
import type { Candidate } from '../candidate.js';
import type { FurnisherCoverage } from './coverage.js';
import type { SelectionRules } from '../policy/network-rules.js';
import { isEnabled, requiresModel, selectionOf } from '../policy/querying-policy.js';
import { readCandidate, sectionOf, valuesOf } from '../certificate/section-reader.js';

/**
 * The readable data of each furnisher for a product, in each network. Furnishers without readable
 * data are omitted, so that a caller cannot detect a denial.
 */
export function kybCoverage(input: AssemblyInput): FurnisherCoverage[] {
  return byOrigin(input.candidates, (candidate) => candidate).flatMap((candidates) => {
    const [first] = candidates;
    const rules = first && input.rules.get(first.networkId);
    if (!rules) return [];
    const { policy } = rules;
    const seen = new Set(candidates.flatMap((candidate) => seenOf(input, candidate, rules)));
    if (seen.size === 0) return [];
    const models = modelsOf(input.product).flatMap(({ model, fields }) => {
      const selection = selectionOf(policy, model);
      const enabled = fields.filter((field) => isEnabled(selection, field));
      const listed = enabled.map((field) => ({ field, met: seen.has(`${model}.${field}`) }));
      return listed.length > 0 ? [{ model, fields: listed }] : [];
    });
    const { furnishingEntityId, networkId } = first;
    const missing = modelsOf(input.product).flatMap(({ model, fields }) =>
      missingOf(policy, model, (field) => seen.has(`${model}.${field}`), fields),
    );
    return [{ furnishingEntityId, networkId, models, missing }];
  });
}

/**
 * The missing paths of a required section: its required fields and, when no candidate is readable,
 * its fields with accepted values; otherwise the section itself.
 */
function missingOf(
  policy: SelectionRules['policy'],
  model: string,
  isSeen: (field: string) => boolean,
  fields: readonly string[],
): string[] {
  const selection = selectionOf(policy, model);
  if (!selection || !requiresModel(policy.modelSelections, model)) return [];
  const isThere = fields.some(isSeen);
  const unmet = selection.field_selections.filter(
    (rule) =>
      !isSeen(rule.field_name) && (rule.is_required || (!isThere && rule.accepted_values !== null)),
  );
  if (unmet.length === 0) return isThere ? [] : [model];
  return unmet.map((rule) => `${model}.${rule.field_name}`);
}

/** The `model.field` names whose value the caller may read. */
function seenOf(input: AssemblyInput, candidate: Candidate, rules: SelectionRules): string[] {
  const { model: name } = candidate;
  const model = input.product.models.find((known) => known.name === name);
  if (!model) return [];
  const question = { ...input, performedAtField: model.performedAt };
  const reading = readCandidate(candidate, rules, question);
  if (reading.excludedBy) return [];
  const section = reading.visible ?? sectionOf(reading.known);
  return Object.entries(valuesOf(section)).flatMap(([field, value]) =>
    value === null ? [] : [`${name}.${field}`],
  );
}
