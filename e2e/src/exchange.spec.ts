import { testBuses } from '@ndx/testing';
import { describeExchange } from './exchange-suites.js';

const [first, ...others] = testBuses();
describeExchange(first, 'all');
for (const bus of others) describeExchange(bus, 'about the bus');
