import { templateBySlug, TEMPLATES } from '../datasets.js';
import type { FurnishedField } from '../output.js';
import type { Template } from '../template.js';

/** A furnished field that a template's answer is made of. */
export interface Read extends FurnishedField {
  /** The output, in the template's own model, by whose name consent and policy govern it. */
  readonly governedBy: string;
  /** Whether it is that output, as it was furnished; otherwise it only feeds it. */
  readonly isReturned: boolean;
}

/**
 * The values that a query of the template answers with, of its own records and, for a bundle, of
 * other templates'. One that only feeds a derived output is governed by that output.
 */
export function readsOf(template: Template): readonly Read[] {
  const known = remembered.get(template);
  if (known) return known;
  const reads = new Map<string, Read>();
  const add = (governedBy: string, { dataset, field }: FurnishedField, isReturned: boolean) => {
    const key = `${dataset}.${field}`;
    if (!reads.has(key)) reads.set(key, { dataset, field, governedBy, isReturned });
  };
  const { outputs } = template;
  for (const { name, source } of outputs) if (source.kind === 'furnished') add(name, source, true);
  for (const { name, source } of outputs) {
    if (source.kind === 'derived') for (const field of source.from) add(name, field, false);
  }
  const found = [...reads.values()];
  remembered.set(template, found);
  return found;
}

/** The values by which a furnisher may deny what an attested output says of it; no answer has them. */
export function denialsOf({ outputs }: Template): readonly Read[] {
  return outputs.flatMap(({ name, source }) =>
    source.kind === 'attested' && source.unless
      ? [{ ...source.unless, governedBy: name, isReturned: false }]
      : [],
  );
}

/** The templates whose records a bundle reads; none where a template reads its own alone. */
export function partsOf(template: Template): readonly Template[] {
  const slugs = new Set(everyReadOf(template).map(({ dataset }) => dataset));
  return [...slugs]
    .filter((slug) => slug !== template.slug)
    .flatMap((slug) => templateBySlug(slug) ?? []);
}

/** All that a query of the template looks up. */
export function everyReadOf(template: Template): readonly Read[] {
  return [...readsOf(template), ...denialsOf(template)];
}

/** Whether some template's query looks the furnished field up; nothing else need be copied for it. */
export function isRead(dataset: string, field: string): boolean {
  return readFields.has(`${dataset}.${field}`);
}

const remembered = new WeakMap<Template, readonly Read[]>();

const readFields: ReadonlySet<string> = new Set(
  TEMPLATES.flatMap(everyReadOf).map(({ dataset, field }) => `${dataset}.${field}`),
);
