import { comparedPoliciesSuite } from '../../testing/compared-policies.js';

comparedPoliciesSuite(12_000);
