import { askedPoliciesSuite } from '../../testing/asked-policies.js';

askedPoliciesSuite(1_440);
