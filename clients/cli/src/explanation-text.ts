import type { QueryExplanation } from '@ndx/client';
import { table } from './output.js';

/** The members that the explanation of a query shares with a check. */
type Explained = Pick<QueryExplanation, 'explanation' | 'remedies' | 'sections'>;
type Remedy = Explained['remedies'][number];

/**
 * The reasons of a query's answer, by section and field, with the rules that a record must satisfy
 * and what would give a result.
 */
export function explanationText({ explanation, remedies, sections }: Explained): string {
  return [explanation, ...remedies.map(remedyText), ...sections.map(sectionText)].join('\n');
}

function remedyText({ network_id, furnishing_entity_ids: ids, explanation }: Remedy): string {
  const accepted = ids === null ? '' : `; the policy accepts ${ids.join(', ')}`;
  return `${explanation} (network ${network_id}${accepted})`;
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

/** A line for each dispute of a used record, with its statement. */
export function recordDisputesText(
  disputes: QueryExplanation['record_disputes'],
): readonly string[] {
  return disputes.flatMap((dispute) => {
    const { record_id, model_name, field_name, outcome, opened_at, statement } = dispute;
    const part = field_name === null ? model_name : `${model_name}.${field_name}`;
    const line = `record ${record_id}, ${part}: disputed at ${opened_at}, ${outcome ?? 'not decided'}`;
    if (!statement) return [line];
    const { stated_by_entity_id, stated_at, statement_text } = statement;
    const text = statement_text ?? '(text not shown)';
    return [line, `  statement of ${stated_by_entity_id} at ${stated_at}: ${text}`];
  });
}
