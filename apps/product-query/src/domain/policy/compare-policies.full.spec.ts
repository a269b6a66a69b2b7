import { comparedPoliciesSuite } from '../../testing/compared-policies.js';

comparedPoliciesSuite(1_000_000);
