import { upgradeSuite } from '@ndx/service/testing';
import { PolicyModule } from '../policy.module.js';

upgradeSuite(PolicyModule);
