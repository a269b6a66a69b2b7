import { upgradeSuite } from '@ndx/service-kit/testing';
import { ConsentModule } from '../consent.module.js';

upgradeSuite(ConsentModule);
