import type { FurnishedField, Output } from '../output.js';
import type { Template } from '../template.js';

/** A furnished field that a template's answer is made of. */
export interface Read extends FurnishedField {
  /** The name, in the template's own model, by which consent and policy govern it. */
  readonly governedBy: string;
}

/**
 * What a query of the template reads, of its own records and, for a bundle, of other templates'. A
 * value that only feeds a derived output is governed by that output.
 */
export function readsOf({ outputs }: Template): readonly Read[] {
  const reads = new Map<string, Read>();
  const add = (governedBy: string, { dataset, field }: FurnishedField) => {
    const key = `${dataset}.${field}`;
    if (!reads.has(key)) reads.set(key, { dataset, field, governedBy });
  };
  for (const { name, source } of outputs) if (source.kind === 'furnished') add(name, source);
  for (const { name, source } of outputs) {
    if (source.kind === 'derived') for (const field of source.from) add(name, field);
    if (source.kind === 'attested' && source.unless) add(name, source.unless);
  }
  return [...reads.values()];
}

export interface AnswerParts {
  readonly queryId: string;
  /** Of the newest contributing record. */
  readonly furnisherId: string;
  /** Of the newest contributing record, ISO 8601. */
  readonly furnishedAt: string;
  /** Whether each furnisher whose value is in the answer holds an active attestation for the template. */
  readonly isAttested: boolean;
  readonly input: Readonly<Record<string, unknown>>;
  /** The latest value that may be seen of each of `readsOf`, undefined or null where there is none. */
  readonly valueOf: (dataset: string, field: string) => unknown;
}

/**
 * The answer of a template query: every output, in catalogue order, null where it is optional and
 * nobody furnished it.
 * @returns undefined when nothing was furnished or a required output is missing (204, design 9)
 */
export function answerOf(
  template: Template,
  parts: AnswerParts,
): Readonly<Record<string, unknown>> | undefined {
  const read = ({ dataset, field }: FurnishedField) => parts.valueOf(dataset, field) ?? null;
  if (readsOf(template).every((field) => read(field) === null)) return undefined;
  const values = template.outputs.map((output) => [output, valueOf(output, parts, read)] as const);
  if (values.some(([output, value]) => output.required && value === null)) return undefined;
  return Object.fromEntries(values.map(([output, value]) => [output.name, value]));
}

function valueOf(
  { source }: Output,
  parts: AnswerParts,
  read: (field: FurnishedField) => unknown,
): unknown {
  switch (source.kind) {
    case 'query-id':
      return parts.queryId;
    case 'furnisher-id':
      return parts.furnisherId;
    case 'furnished-at':
      return parts.furnishedAt;
    case 'input':
      return parts.input[source.field] ?? null;
    case 'furnished':
      return read(source);
    case 'attested':
      return parts.isAttested && (source.unless === null || read(source.unless) !== false);
    case 'derived':
      return source.compute(...source.from.map(read)) ?? null;
  }
}
