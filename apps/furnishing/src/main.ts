import { runService } from '@ndx/service';
import { FurnishingModule } from './furnishing.module.js';

await runService(FurnishingModule);
