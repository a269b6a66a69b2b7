import type { QueryExplanation } from '@ndx/client';
import { table } from './output.js';

/** The members that the explanation of a query shares with a check. */
type Explained = Pick<QueryExplanation, 'explanation' | 'sections'>;

/** The reasons of a query's answer, by section and field, with the rules that a record must satisfy. */
export function explanationText({ explanation, sections }: Explained): string {
  return [explanation, ...sections.map(sectionText)].join('\n');
}

function sectionText({
  model_name,
  explanation,
  fields,
  limits,
}: Explained['sections'][number]): string {
  const rules = new Set(limits.map((limit) => `  rule: ${limit.explanation}`));
  return [
    `\n${model_name}: ${explanation}`,
    ...rules,
    table(
      ['FIELD', 'CODE', 'EXPLANATION'],
      fields.map(({ field_name, is_required, code, explanation: reason }) => [
        is_required ? `${field_name} (required)` : field_name,
        code,
        reason,
      ]),
      'No field is explained.',
    ),
  ].join('\n');
}

/** What its furnishers did to the used records afterwards, a line for each. */
export function recordEndsText(ends: QueryExplanation['record_ends']): readonly string[] {
  return ends.map(({ record_id, state, reason, corrected_by_record_id: by, ended_at }) => {
    const how = by === null ? ` (${reason ?? 'no reason'})` : ` by ${by}`;
    return `record ${record_id} was ${state}${how} at ${ended_at}`;
  });
}
