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
