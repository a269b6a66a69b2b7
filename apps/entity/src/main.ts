import { runService } from '@ndx/service-kit';
import { EntityModule } from './entity.module.js';

await runService(EntityModule);
