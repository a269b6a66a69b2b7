import { describeScenarios } from './describe-scenarios.js';

// `npm test` runs them on Kafka if it is available, with another seed.
describeScenarios('embedded', 5);
