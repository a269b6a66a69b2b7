import { upgradeSuite } from '@ndx/service-kit/testing';
import { FurnishingModule } from '../furnishing.module.js';

upgradeSuite(FurnishingModule);
