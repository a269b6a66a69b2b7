import type { FurnishedField, Output } from '../output.js';
import type { Template } from '../template.js';

export interface AnswerParts {
  readonly queryId: string;
  /** The furnisher of the answer's only group; read only where an output names it. */
  readonly furnisherId: string;
  /** The time at which the record of the answer's only group was furnished, ISO 8601. */
  readonly furnishedAt: string;
  /** The name of the business; null if no institution stated it, and for a consumer. */
  readonly legalName: string | null;
  /** The value of a read in the record chosen for the output, undefined or null without one. */
  readonly valueOf: (output: Output, read: FurnishedField) => unknown;
  /** Whether an attested output is true. */
  readonly isAttested: (output: Output) => boolean;
  /** Whether consent and policy permit an output; otherwise it is null. */
  readonly isShown: (output: Output) => boolean;
}

/** The outputs of a template query, and whether they are an answer. */
export interface Answered {
  /** Every output, in catalogue order, null where it is absent. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** False when a required output is missing (204, design 9). */
  readonly isAnswer: boolean;
}

export function answerOf(template: Template, parts: AnswerParts): Answered {
  const outputs = outputsOf(template, parts);
  const isMissing = ({ name, required }: Output) => required && outputs[name] === null;
  return { outputs, isAnswer: !template.outputs.some(isMissing) };
}

/** Every output, in catalogue order, null where absent; also for incomplete answers. */
export function outputsOf(
  template: Template,
  parts: AnswerParts,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    template.outputs.map((output) => [
      output.name,
      parts.isShown(output) ? (valueOf(output, parts) ?? null) : null,
    ]),
  );
}

function valueOf(output: Output, parts: AnswerParts): unknown {
  const { source } = output;
  switch (source.kind) {
    case 'query-id':
      return parts.queryId;
    case 'furnisher-id':
      return parts.furnisherId;
    case 'furnished-at':
      return parts.furnishedAt;
    case 'legal-name':
      return parts.legalName;
    case 'attested':
      return parts.isAttested(output);
    case 'furnished':
    case 'derived':
      return statedValue(output, (read) => parts.valueOf(output, read));
  }
}

/**
 * The value of a furnished or derived output in one record of each data set; undefined for another
 * output.
 */
export function statedValue(
  { source }: Output,
  valueOf: (read: FurnishedField) => unknown,
): unknown {
  if (source.kind === 'furnished') return valueOf(source) ?? null;
  if (source.kind !== 'derived') return undefined;
  const values = source.from.map((read) => valueOf(read) ?? null);
  // A derived output without any source value is null.
  return values.every((value) => value === null) ? null : source.compute(...values);
}
