import { upgradeSuite } from '@ndx/service/testing';
import { AttestationModule } from '../attestation.module.js';

upgradeSuite(AttestationModule);
