import { runService } from '@ndx/service';
import { ConsentModule } from './consent.module.js';

await runService(ConsentModule);
