import { runService } from '@ndx/service';
import { AttestationModule } from './attestation.module.js';

await runService(AttestationModule);
