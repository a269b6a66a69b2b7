import { upgradeSuite } from '@ndx/service-kit/testing';
import { PolicyModule } from '../policy.module.js';

upgradeSuite(PolicyModule);
