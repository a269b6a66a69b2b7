import { describeOnKafka } from '@ndx/testing/describe-on-kafka';
import { describeExchange } from './exchange-suites.js';

describeOnKafka('in the full run', () => {
  describeExchange('kafka', 'full run');
});
