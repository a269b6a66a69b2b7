import { comparedAcceptanceSuite } from '../testing/compared-acceptance.js';

comparedAcceptanceSuite(24_000);
