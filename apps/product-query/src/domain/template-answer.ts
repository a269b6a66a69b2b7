import { answerOf, type Template } from '@ndx/catalog';
import { mayBeShown } from './made-outputs.js';
import type { Sights } from './network-sight.js';
import { requiredFields, selectionOf } from './querying-policy.js';
import { keyOf, type TemplateValue } from './template-value.js';
import { byNewest, type Choice } from './visible-values.js';

export interface AnswerInput {
  readonly template: Template;
  readonly queryId: string;
  /** What the query said. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly choice: Choice;
  readonly sights: Sights;
  /** The furnishers that hold a current active attestation for the template. */
  readonly attested: ReadonlySet<string>;
  /** The value in the clear. */
  readonly open: (value: TemplateValue) => unknown;
}

export interface TemplateAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  /** The furnishers whose data is in the answer. */
  readonly furnishingEntityIds: readonly string[];
}

/**
 * The answer of a template query (contract 4.7, design 9).
 * @returns undefined when what may be seen does not make one, or not one that satisfies the
 * policies (204)
 */
export function templateAnswer(input: AnswerInput): TemplateAnswer | undefined {
  const { template, choice, attested } = input;
  const [newest] = [...choice.values()].sort(byNewest);
  if (!newest) return undefined;
  const furnishers = [...new Set([...choice.values()].map((value) => value.furnishingEntityId))];
  const answer = answerOf(template, {
    queryId: input.queryId,
    furnisherId: newest.furnishingEntityId,
    furnishedAt: new Date(newest.furnishedAt).toISOString(),
    isAttested: furnishers.every((furnisher) => attested.has(furnisher)),
    input: input.request,
    valueOf: (dataset, field) => {
      const value = choice.get(keyOf({ dataset, field }));
      return value && input.open(value);
    },
  });
  const body = answer && shown(input, answer);
  return body && satisfies(input, body) ? { body, furnishingEntityIds: furnishers } : undefined;
}

/** The answer without what may not be shown; undefined when a required output is among that. */
function shown(
  { template, choice, sights }: AnswerInput,
  answer: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const hidden = template.outputs.filter(
    (output) => !mayBeShown(template, output, answer[output.name], choice, sights),
  );
  if (hidden.some((output) => output.required)) return undefined;
  return { ...answer, ...Object.fromEntries(hidden.map(({ name }) => [name, null])) };
}

/** Whether every field that a policy requires is there. */
function satisfies(
  { template, sights }: AnswerInput,
  body: Readonly<Record<string, unknown>>,
): boolean {
  return [...sights.values()].every(({ policy }) => {
    const selection = selectionOf(policy, template.slug);
    return !selection || requiredFields(selection).every((field) => (body[field] ?? null) !== null);
  });
}
