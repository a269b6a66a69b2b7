import { answerOf, type AnswerParts, type Output } from '@ndx/catalog';
import { valueIn, type Choice } from './choose-groups.js';
import { isAttestedBy, isShown } from './made-outputs.js';
import { requiredFields, selectionOf } from '../policy/querying-policy.js';
import type { TemplateInput } from './read-records.js';

export interface AnswerInput extends TemplateInput {
  readonly queryId: string;
  readonly choice: Choice;
}

export interface TemplateAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  /** The furnishers whose data is in the answer. */
  readonly furnishingEntityIds: readonly string[];
}

export interface AnsweredTemplate {
  /** Undefined when the readable records do not make one that satisfies the policies (204). */
  readonly answer: TemplateAnswer | undefined;
  /** Every output, null where it is absent; undefined when no record was chosen. */
  readonly outputs: TemplateAnswer['body'] | undefined;
}

/** The answer of a template query (contract 4.7, design 9). */
export function templateAnswer(input: AnswerInput): AnsweredTemplate {
  if (input.choice.size === 0) return { answer: undefined, outputs: undefined };
  const { outputs, isAnswer } = answerOf(input.template, answerParts(input));
  if (!isAnswer || !satisfies(input, outputs)) return { answer: undefined, outputs };
  const furnishers = [...input.choice.values()].map((records) => records.furnishingEntityId);
  return { answer: { body: outputs, furnishingEntityIds: [...new Set(furnishers)] }, outputs };
}

/** The values of the chosen records. */
export function answerParts(input: AnswerInput): AnswerParts {
  const { template, choice, open } = input;
  const groupOf = new Map(
    template.groups.flatMap(({ name, outputs }) =>
      outputs.map((output): [Output, string] => [output, name]),
    ),
  );
  // An answer with one furnisher or one time is one group.
  const records = choice.get(template.slug);
  return {
    queryId: input.queryId,
    furnisherId: records?.furnishingEntityId ?? '',
    furnishedAt: new Date(records?.candidate.furnishedAt ?? 0).toISOString(),
    legalName: records ? input.legalNameOf(records.networkId, records.furnishingEntityId) : null,
    valueOf: (output, { dataset, field }) => {
      const from = choice.get(groupOf.get(output) ?? '');
      const value = from && valueIn(from, dataset, field);
      return (value ?? null) === null ? null : open(dataset, field, value);
    },
    isAttested: (output) => isAttestedBy(input, choice, output),
    isShown: (output) => isShown(input, choice, output),
  };
}

/** Whether the answer has every field that a policy requires. */
function satisfies(
  { template, rulesByNetwork }: AnswerInput,
  body: Readonly<Record<string, unknown>>,
): boolean {
  return [...rulesByNetwork.values()].every(({ policy }) => {
    const selection = selectionOf(policy, template.slug);
    return requiredFields(selection).every((field) => (body[field] ?? null) !== null);
  });
}
