import { describeOnKafka } from '@ndx/testing/describe-on-kafka';
import { describeExchange } from './exchange-suites.js';

describeOnKafka('on the production bus', () => {
  describeExchange('kafka', 'another bus');
});
