import { testBuses } from '@ndx/testing';
import { describeScenarios } from './describe-scenarios.js';

// The scenarios run on Kafka if it is available; otherwise on the embedded bus.
const bus = testBuses().at(-1);
if (bus) describeScenarios(bus, 4);
