import type { FurnishedField, Output } from '../output.js';
import type { Template } from '../template.js';
import { readsOf } from './reads.js';

export interface AnswerParts {
  readonly queryId: string;
  /** The furnisher of the newest contributing record. */
  readonly furnisherId: string;
  /** The time of the newest contributing record, ISO 8601. */
  readonly furnishedAt: string;
  /** The name of the business; null if no institution stated it, and for a consumer. */
  readonly legalName: string | null;
  /** The chosen value for each of `readsOf`, undefined or null without one. */
  readonly valueOf: (dataset: string, field: string) => unknown;
  /** Whether an attested output is true. */
  readonly isAttested: (output: Output) => boolean;
  /** Whether consent and policy permit an output; otherwise it is null. */
  readonly isShown: (output: Output) => boolean;
}

/** The outputs of a template query, and whether they are an answer. */
export interface Answered {
  /** Every output, in catalogue order, null where it is absent. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** False when nothing was furnished or a required output is missing (204, design 9). */
  readonly isAnswer: boolean;
}

export function answerOf(template: Template, parts: AnswerParts): Answered {
  const isKnown = ({ dataset, field }: FurnishedField) =>
    (parts.valueOf(dataset, field) ?? null) !== null;
  const outputs = outputsOf(template, parts);
  const isMissing = ({ name, required }: Output) => required && outputs[name] === null;
  const isAnswer = readsOf(template).some(isKnown) && !template.outputs.some(isMissing);
  return { outputs, isAnswer };
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
  const read = ({ dataset, field }: FurnishedField) => parts.valueOf(dataset, field) ?? null;
  switch (source.kind) {
    case 'query-id':
      return parts.queryId;
    case 'furnisher-id':
      return parts.furnisherId;
    case 'furnished-at':
      return parts.furnishedAt;
    case 'legal-name':
      return parts.legalName;
    case 'furnished':
      return read(source);
    case 'attested':
      return parts.isAttested(output);
    case 'derived': {
      const values = source.from.map(read);
      // A derived output without any source value is null.
      return values.every((value) => value === null) ? null : source.compute(...values);
    }
  }
}
