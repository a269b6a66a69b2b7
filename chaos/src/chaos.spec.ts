import { testBuses } from '@ndx/testing';
import { describeScenarios, IN_EVERY_RUN } from './describe-scenarios.js';

// The scenarios run on Kafka if it is available; otherwise on the embedded bus.
const bus = testBuses().at(-1);
if (bus) describeScenarios(bus, 4, IN_EVERY_RUN);
