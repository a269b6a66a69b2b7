import {
  exampleOf,
  furnishedFor,
  knownValuesOf,
  readsOf,
  ruleOf,
  verificationTimesOf,
  type Field,
  type Output,
  type Template,
} from '@ndx/catalog';
import type { FieldSelection } from '@ndx/contracts';
import { fieldSelectionOf, selectionOf, type QueryingPolicy } from '../policy/querying-policy.js';

/** A furnished field that the template returns or computes with, and the rule about it. */
export interface ReadField {
  readonly dataset: string;
  readonly field: Field;
  readonly rule: FieldSelection | undefined;
  readonly isTime: boolean;
}

/** The fields of the records that a query of the template reads, with the rules about them. */
export function readFieldsOf(template: Template, policy: QueryingPolicy): readonly ReadField[] {
  const rules = selectionOf(policy, template.slug);
  const reads = readsOf(template);
  return furnishedFor(template).flatMap((dataset) =>
    (dataset.furnish?.data ?? []).flatMap((field): ReadField[] => {
      const read = reads.find((one) => one.dataset === dataset.slug && one.field === field.name);
      if (!read) return [];
      const rule = fieldSelectionOf(rules, read.governedBy);
      const isTime = verificationTimesOf(dataset).includes(field.name);
      return [{ dataset: dataset.slug, field, rule, isTime }];
    }),
  );
}

/** The time of verification that a record states, if the policy accepts it; otherwise one that it accepts. */
export function timeIn({ rule }: ReadField, performedAt: number): string {
  const time = new Date(performedAt).toISOString();
  const [first, ...others] = rule?.accepted_values ?? [time];
  return others.includes(time) ? time : String(first);
}

export const keyOf = ({ dataset, field }: ReadField) => `${dataset}.${field.name}`;

/** The furnished fields of an output. */
export function behind({ source }: Output): readonly string[] {
  if (source.kind === 'furnished') return [`${source.dataset}.${source.field}`];
  return source.kind === 'derived'
    ? source.from.map(({ dataset, field }) => `${dataset}.${field}`)
    : [];
}

export function fieldsBehind(
  outputs: readonly Output[],
  fields: readonly ReadField[],
): ReadField[] {
  const keys = new Set(outputs.flatMap(behind));
  return fields.filter((one) => keys.has(keyOf(one)));
}

/** The accepted values as they are furnished: an amount is a number there, and a text in an answer. */
export function acceptedIn({ type }: Field, rule: FieldSelection | undefined): readonly unknown[] {
  const { storedSchema } = ruleOf(type);
  return (rule?.accepted_values ?? []).map((value) => (storedSchema ? Number(value) : value));
}

export function otherValues(field: Field, rule: FieldSelection | undefined): unknown[] {
  const [, ...accepted] = acceptedIn(field, rule);
  if ((rule?.accepted_values ?? null) === null) return [];
  const possible =
    field.type === 'boolean' ? [true, false] : [exampleOf(field), ...knownValuesOf(field)];
  const other = possible.find((value) => !acceptedIn(field, rule).includes(value));
  return [...accepted, ...(other === undefined ? [] : [other])];
}
