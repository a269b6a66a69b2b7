import { answerOf, type AnswerParts } from '@ndx/catalog';
import { byNewest, type Choice } from './choose-values.js';
import { isAttestedBy, isShown } from './made-outputs.js';
import { requiredFields, selectionOf } from '../policy/querying-policy.js';
import { keyOf } from './template-value.js';
import type { VisibleInput } from './visible-values.js';

export interface AnswerInput extends VisibleInput {
  readonly queryId: string;
  readonly choice: Choice;
}

export interface TemplateAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  /** The furnishers whose data is in the answer. */
  readonly furnishingEntityIds: readonly string[];
}

export interface AnsweredTemplate {
  /** Undefined when the readable values do not make one that satisfies the policies (204). */
  readonly answer: TemplateAnswer | undefined;
  /** Every output, null where it is absent; undefined when no value was chosen. */
  readonly outputs: TemplateAnswer['body'] | undefined;
}

/** The answer of a template query (contract 4.7, design 9). */
export function templateAnswer(input: AnswerInput): AnsweredTemplate {
  const parts = answerParts(input);
  if (!parts) return { answer: undefined, outputs: undefined };
  const { outputs, isAnswer } = answerOf(input.template, parts);
  if (!isAnswer || !satisfies(input, outputs)) return { answer: undefined, outputs };
  const furnishers = [...input.choice.values()].map((value) => value.furnishingEntityId);
  return { answer: { body: outputs, furnishingEntityIds: [...new Set(furnishers)] }, outputs };
}

/** The outputs of an answer; undefined when no value was chosen. */
export function answerParts(input: AnswerInput): AnswerParts | undefined {
  const { choice, open } = input;
  const [newest] = [...choice.values()].sort(byNewest);
  return (
    newest && {
      queryId: input.queryId,
      furnisherId: newest.furnishingEntityId,
      furnishedAt: new Date(newest.furnishedAt).toISOString(),
      legalName: input.legalNameOf(newest),
      valueOf: (dataset, field) => {
        const value = choice.get(keyOf({ dataset, field }));
        return value && open(value);
      },
      isAttested: (output) => isAttestedBy(input, choice, output),
      isShown: (output) => isShown(input, choice, output),
    }
  );
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
