import { runService } from '@ndx/service-kit';
import { FurnishingModule } from './furnishing.module.js';

await runService(FurnishingModule);
