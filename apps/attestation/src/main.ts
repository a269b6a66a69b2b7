import { runService } from '@ndx/service-kit';
import { AttestationModule } from './attestation.module.js';

await runService(AttestationModule);
