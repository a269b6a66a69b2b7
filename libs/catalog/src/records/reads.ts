import { templateBySlug, TEMPLATES } from '../datasets.js';
import type { FurnishedField, Output } from '../output.js';
import type { Group, Template } from '../template.js';

/** A furnished field that a template's answer uses. */
export interface Read extends FurnishedField {
  /** The output, in the template's own model, under whose name consent and policy are checked. */
  readonly governedBy: string;
  /** Whether it is that output as furnished; otherwise the output is computed from it. */
  readonly isReturned: boolean;
}

/**
 * The fields that a query of the template reads: of its own records and, for a bundle, of other
 * templates' records. A field that only feeds a derived output is checked under that output's name.
 */
export function readsOf(template: Template): readonly Read[] {
  const known = remembered.get(template);
  if (known) return known;
  const reads = new Map<string, Read>();
  const add = (governedBy: string, { dataset, field }: FurnishedField, isReturned: boolean) => {
    const key = keyOf({ dataset, field });
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

/** The part of a group that one record states: its fields of one data set. */
export interface GroupPart {
  /** The name of a declared group; otherwise the slug of the data set. */
  readonly name: string;
  readonly group: Group;
  readonly dataset: string;
  readonly reads: readonly Read[];
}

/** The parts of the groups of a template, in the order of the groups. */
export function groupPartsOf(template: Template): readonly GroupPart[] {
  const known = rememberedParts.get(template);
  if (known) return known;
  const found = template.groups.flatMap((group) => {
    const keys = new Set(group.outputs.flatMap(fieldsBehind));
    const reads = readsOf(template).filter((read) => keys.has(keyOf(read)));
    return [...new Set(reads.map(({ dataset }) => dataset))].map((dataset) => ({
      name: group.name === template.slug ? dataset : group.name,
      group,
      dataset,
      reads: reads.filter((read) => read.dataset === dataset),
    }));
  });
  rememberedParts.set(template, found);
  return found;
}

function fieldsBehind({ source }: Output): string[] {
  if (source.kind === 'furnished') return [keyOf(source)];
  return source.kind === 'derived' ? source.from.map(keyOf) : [];
}

const keyOf = ({ dataset, field }: FurnishedField) => `${dataset}.${field}`;

/** The fields in which furnishers may deny an attested output; no answer returns them. */
export function denialsOf({ outputs }: Template): readonly Read[] {
  return outputs.flatMap(({ name, source }) =>
    source.kind === 'attested' && source.unless
      ? [{ ...source.unless, governedBy: name, isReturned: false }]
      : [],
  );
}

/** The templates whose records a bundle reads; empty for a template that reads only its own. */
export function partsOf(template: Template): readonly Template[] {
  const slugs = new Set(everyReadOf(template).map(({ dataset }) => dataset));
  return [...slugs]
    .filter((slug) => slug !== template.slug)
    .flatMap((slug) => templateBySlug(slug) ?? []);
}

/** The data sets whose records a query of the template reads: its own, and those of a bundle. */
export function furnishedFor(template: Template): readonly Template[] {
  return [template, ...partsOf(template)].filter(({ furnish }) => furnish !== null);
}

/** All fields that a query of the template reads. */
export function everyReadOf(template: Template): readonly Read[] {
  return [...readsOf(template), ...denialsOf(template)];
}

/**
 * Whether the query of some template reads the furnished field; other fields need not be copied.
 */
export function isRead(dataset: string, field: string): boolean {
  return readFields.has(`${dataset}.${field}`);
}

const rememberedParts = new WeakMap<Template, readonly GroupPart[]>();

const remembered = new WeakMap<Template, readonly Read[]>();

const readFields: ReadonlySet<string> = new Set(
  TEMPLATES.flatMap(everyReadOf).map(({ dataset, field }) => `${dataset}.${field}`),
);
