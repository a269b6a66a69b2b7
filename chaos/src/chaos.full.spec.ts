import { describeScenarios } from './describe-scenarios.js';
import { SCENARIO_NAMES } from './scenarios/index.js';

// `npm test` runs them on Kafka if it is available, with another seed. Notices do not depend on the bus.
describeScenarios(
  'embedded',
  5,
  SCENARIO_NAMES.filter((name) => name !== 'notices'),
);
