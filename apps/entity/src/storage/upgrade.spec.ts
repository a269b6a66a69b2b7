import { upgradeSuite } from '@ndx/service/testing';
import { EntityModule } from '../entity.module.js';

upgradeSuite(EntityModule);
