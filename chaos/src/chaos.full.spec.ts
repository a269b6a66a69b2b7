import { testBuses } from '@ndx/testing';
import { describeScenarios } from './describe-scenarios.js';

for (const bus of testBuses()) describeScenarios(bus, 5);
