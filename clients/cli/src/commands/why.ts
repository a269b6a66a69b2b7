import { Command } from '@commander-js/extra-typings';
import type { QueryExplanation } from '@ndx/client';
import { print, table } from '../output.js';
import { connect } from '../session.js';

function asText(why: QueryExplanation): string {
  const sections = why.sections.map(({ model_name, explanation, fields }) =>
    [
      `\n${model_name}: ${explanation}`,
      table(
        ['FIELD', 'CODE', 'EXPLANATION'],
        fields.map(({ field_name, code, explanation: reason }) => [field_name, code, reason]),
        'No field is explained.',
      ),
    ].join('\n'),
  );
  return [
    `${why.product_slug} ${why.outcome} at ${why.occurred_at} (${why.code})`,
    why.explanation,
    ...sections,
  ].join('\n');
}

export const why = new Command('why')
  .description('explains the response to a query')
  .argument('<query-event-id>', 'X-Ref-Id of the query')
  .option('--json', 'prints JSON')
  .action(async (query_event_id, options) => {
    const { data } = await (await connect()).explainQuery({ path: { query_event_id } });
    print(data, options, asText);
  });
