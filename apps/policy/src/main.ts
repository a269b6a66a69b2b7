import { runService } from '@ndx/service';
import { PolicyModule } from './policy.module.js';

await runService(PolicyModule);
