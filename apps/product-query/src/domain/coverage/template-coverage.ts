import { modelsOf, outputsOf } from '@ndx/catalog';
import { chooseValues, judgeValues } from '../template/choose-values.js';
import { byFurnisher, type FurnisherCoverage } from './coverage.js';
import { isEnabled, requiredFields, selectionOf } from '../policy/querying-policy.js';
import { answerParts, templateAnswer } from '../template/template-answer.js';
import type { TemplateValue } from '../template/template-value.js';
import { visibleValues, type VisibleInput } from '../template/visible-values.js';

/**
 * The possible contribution of each furnisher to a template's answer from each network, as far as
 * the caller may read it: the outputs of an answer from its values alone (decision 0021).
 * Furnishers without readable values are omitted, so that a caller cannot detect a denial.
 */
export function templateCoverage(input: VisibleInput): FurnisherCoverage[] {
  const { template, rulesByNetwork } = input;
  return byFurnisher(visibleValues(input)).flatMap((visible) => {
    const [first] = visible;
    const rules = first && rulesByNetwork.get(first.networkId);
    const choice = chooseValues(visible);
    const parts = answerParts({ ...input, queryId: PLACEHOLDER, choice, open: presence });
    if (!rules || !parts) return [];
    const outputs = outputsOf(template, parts);
    const selection = selectionOf(rules.policy, template.slug);
    const models = modelsOf(template).map(({ model, fields }) => ({
      model,
      fields: fields
        .filter((field) => isEnabled(selection, field))
        .map((field) => ({ field, met: (outputs[field] ?? null) !== null })),
    }));
    const { furnishingEntityId, networkId } = first;
    const required = [
      ...template.outputs.filter((output) => output.required).map(({ name }) => name),
      ...requiredFields(selection),
    ];
    const missing = [...new Set(required)]
      .filter((field) => (outputs[field] ?? null) === null)
      .map((field) => `${template.slug}.${field}`);
    return [{ furnishingEntityId, networkId, models, missing }];
  });
}

/** The answer of a query from the values of all furnishers together; it has no values. */
export function expectedAnswer(input: VisibleInput) {
  const { choice, judgements } = judgeValues(input);
  const answer = templateAnswer({ ...input, queryId: PLACEHOLDER, choice, open: presence });
  return { ...answer, judgements };
}

/** Placeholder for the query id, which a check does not have. */
const PLACEHOLDER = 'a check';

/** A check tests only the presence of encrypted values and of values left in storage. */
function presence({ value, isLarge }: TemplateValue): unknown {
  return isLarge ? 'an upload' : value;
}
