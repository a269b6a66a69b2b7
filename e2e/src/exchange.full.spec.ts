import { describeOnKafka } from '@ndx/testing/describe-on-kafka';
import { describeExchange } from './exchange-suites.js';

describeOnKafka('in full', () => {
  describeExchange('kafka', 'full run');
});
