import { appliedRules, type RecordedQuery } from '../explanation/explained-query.js';
import type { Draft } from '../replay/draft-rules.js';
import { sectionOf } from '../certificate/section-reader.js';
import { sectionText } from '../certificate/section-text.js';

/** The values of a section that some policy accepts, by field. */
export type AcceptedValues = ReadonlyMap<string, ReadonlySet<unknown>>;

/** How much of its records a result depends on: on the outlines of a section, or on everything. */
export type Depth = AcceptedValues | 'whole';

/** By section, or by part of a template's groups. A result depends on no record of another one. */
export type RecordsRead = ReadonlyMap<string, Depth>;

export const NO_RECORDS: RecordsRead = new Map();

/** Whether nothing but outlines is read. */
export function isOutlined(read: RecordsRead): boolean {
  return [...read.values()].every((depth) => depth !== 'whole');
}

/** Accepted by no policy. */
const OTHER_VALUE: readonly unknown[] = [];

/** The values of a section that a draft accepts, or a policy that applied: the draft may leave it in force. */
export function acceptedValues(query: RecordedQuery, draft: Draft, model: string): AcceptedValues {
  const accepted = new Map<string, Set<unknown>>();
  const applied = appliedRules(query).flatMap(({ selections }) => selections);
  for (const { model_name, field_selections } of [...draft.modelSelections, ...applied]) {
    if (model_name !== model) continue;
    for (const { field_name, accepted_values } of field_selections) {
      const known = accepted.get(field_name) ?? [];
      accepted.set(field_name, new Set([...known, ...(accepted_values ?? [])]));
    }
  }
  return accepted;
}

/**
 * A section as far as policies and consents read it: each field, whether it has a value, and the
 * value where a policy accepts it. Sections with the same outline are read alike.
 */
export function sectionOutline(text: string, accepted: AcceptedValues): string {
  const { assertions, data } = sectionOf({ text });
  const outlined = (values: typeof data) => {
    const outline: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(values)) {
      const isCompared = value === null || accepted.get(field)?.has(value);
      outline[field] = isCompared ? value : OTHER_VALUE;
    }
    return outline;
  };
  return sectionText({ assertions: outlined(assertions), data: outlined(data) });
}
