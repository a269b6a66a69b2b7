import { upgradeSuite } from '@ndx/service/testing';
import { FurnishingModule } from '../furnishing.module.js';

upgradeSuite(FurnishingModule);
