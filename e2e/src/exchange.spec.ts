import { testBuses } from '@ndx/testing';
import { describeExchange } from './exchange-suites.js';

const [first, ...others] = testBuses();
describeExchange(first, 'first bus');
for (const bus of others) describeExchange(bus, 'another bus');
