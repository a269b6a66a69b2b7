import { testBuses } from '@ndx/testing';
import { describeScenarios, IN_EVERY_RUN } from './describe-scenarios.js';
import { SCENARIO_NAMES, SCENARIOS } from './scenarios/index.js';

const bus = testBuses().at(-1);
if (bus) {
  const others = SCENARIO_NAMES.filter((name) => !IN_EVERY_RUN.includes(name));
  describeScenarios(bus, 4, others);
}
// Lost commits, replicas and notices do not depend on the bus.
const ofTheBus = SCENARIO_NAMES.filter((name) => name in SCENARIOS && name !== 'notices');
if (bus === 'kafka') describeScenarios('embedded', 5, ofTheBus);
