import { answerOf, type AnswerParts } from '@ndx/catalog';
import { isAttestedBy, isShown } from './made-outputs.js';
import { requiredFields, selectionOf } from './querying-policy.js';
import { keyOf } from './template-value.js';
import { byNewest, type Choice, type VisibleInput } from './visible-values.js';

export interface AnswerInput extends VisibleInput {
  readonly queryId: string;
  readonly choice: Choice;
}

export interface TemplateAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  /** The furnishers whose data is in the answer. */
  readonly furnishingEntityIds: readonly string[];
}

/**
 * The answer of a template query (contract 4.7, design 9).
 * @returns undefined when the readable values do not make an answer that satisfies the policies
 *   (204)
 */
export function templateAnswer(input: AnswerInput): TemplateAnswer | undefined {
  const parts = answerParts(input);
  const body = parts && answerOf(input.template, parts);
  if (!body || !satisfies(input, body)) return undefined;
  const furnishers = [...input.choice.values()].map((value) => value.furnishingEntityId);
  return { body, furnishingEntityIds: [...new Set(furnishers)] };
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
    return !selection || requiredFields(selection).every((field) => (body[field] ?? null) !== null);
  });
}
