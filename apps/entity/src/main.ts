import { runService } from '@ndx/service';
import { EntityModule } from './entity.module.js';

await runService(EntityModule);
