import { upgradeSuite } from '@ndx/service-kit/testing';
import { EntityModule } from '../entity.module.js';

upgradeSuite(EntityModule);
