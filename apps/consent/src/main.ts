import { runService } from '@ndx/service-kit';
import { ConsentModule } from './consent.module.js';

await runService(ConsentModule);
