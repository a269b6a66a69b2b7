import { comparedAcceptanceSuite } from '../testing/compared-acceptance.js';

comparedAcceptanceSuite(1_000_000);
