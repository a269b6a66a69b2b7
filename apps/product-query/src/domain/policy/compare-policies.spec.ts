import { comparedPoliciesSuite } from '../../testing/compared-policies.js';

comparedPoliciesSuite(24_000);
