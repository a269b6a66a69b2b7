import { runService } from '@ndx/service-kit';
import { PolicyModule } from './policy.module.js';

await runService(PolicyModule);
