import { Command } from '@commander-js/extra-typings';
import { explanationText, recordDisputesText, recordEndsText } from '../explanation-text.js';
import { print } from '../output.js';
import { connect } from '../session.js';

export const why = new Command('why')
  .description('explains the response to a query of a product, a template or a bundle')
  .argument('<query-event-id>', 'X-Ref-Id of the query')
  .option('--json', 'prints JSON')
  .action(async (query_event_id, options) => {
    const explanation = await (await connect()).why(query_event_id);
    print(explanation, options, (explained) =>
      [
        `${explained.product_slug} ${explained.outcome} at ${explained.occurred_at} (${explained.code})`,
        ...recordEndsText(explained.record_ends),
        ...recordDisputesText(explained.record_disputes),
        explanationText(explained),
      ].join('\n'),
    );
  });
