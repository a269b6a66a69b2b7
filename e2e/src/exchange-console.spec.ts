import { testBuses } from '@ndx/testing';
import { describeExchange } from './exchange-suites.js';

const [bus] = testBuses();
describeExchange(bus, 'console');
