import { upgradeSuite } from '@ndx/service/testing';
import { ConsentModule } from '../consent.module.js';

upgradeSuite(ConsentModule);
