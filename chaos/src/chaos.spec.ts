import { testBuses } from '@ndx/testing';
import { describeScenarios } from './describe-scenarios.js';

// On Kafka, as in production, where the run has it; on the embedded bus otherwise.
const bus = testBuses().at(-1);
if (bus) describeScenarios(bus, 4);
