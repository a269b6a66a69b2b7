import { modelsOf, outputsOf } from '@ndx/catalog';
import { byOrigin } from '../by-origin.js';
import { requiredFields, isEnabled, selectionOf } from '../policy/querying-policy.js';
import { chooseGroups, recordsOf } from '../template/choose-groups.js';
import { readRecords, type TemplateInput } from '../template/read-records.js';
import { answerParts, templateAnswer } from '../template/template-answer.js';
import { isUpload } from '../template/template-record.js';
import type { FurnisherCoverage } from './coverage.js';

/**
 * The possible contribution of each furnisher to a template's answer from each network, as far as
 * the caller may read it: the outputs of an answer from its records alone (decision 0021).
 * Furnishers without readable values are omitted, so that a caller cannot detect a denial.
 */
export function templateCoverage(input: TemplateInput): FurnisherCoverage[] {
  const { template, rulesByNetwork } = input;
  const readings = readRecords(input);
  const groups = template.groups.flatMap(({ name }) =>
    recordsOf(input, readings, name).map((records) => ({ name, records })),
  );
  return byOrigin(groups, ({ records }) => records).flatMap((own) => {
    const [first] = own;
    const rules = first && rulesByNetwork.get(first.records.networkId);
    if (!rules) return [];
    const choice = new Map(own.map(({ name, records }) => [name, records]));
    const parts = answerParts({ ...input, queryId: PLACEHOLDER, choice, open: presence });
    const outputs = outputsOf(template, parts);
    const selection = selectionOf(rules.policy, template.slug);
    const models = modelsOf(template).map(({ model, fields }) => ({
      model,
      fields: fields
        .filter((field) => isEnabled(selection, field))
        .map((field) => ({ field, met: (outputs[field] ?? null) !== null })),
    }));
    const { furnishingEntityId, networkId } = first.records;
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

/** The answer of a query from the records of all furnishers together; it has no values. */
export function expectedAnswer(input: TemplateInput) {
  const { choice, judgements } = chooseGroups(input);
  const answer = templateAnswer({ ...input, queryId: PLACEHOLDER, choice, open: presence });
  return { ...answer, judgements };
}

/** Placeholder for the query id, which a check does not have. */
const PLACEHOLDER = 'a check';

/** A check tests only the presence of encrypted values and of values left in storage. */
function presence(_dataset: string, _field: string, value: unknown): unknown {
  return isUpload(value) ? 'an upload' : value;
}
