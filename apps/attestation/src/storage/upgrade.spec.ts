import { upgradeSuite } from '@ndx/service-kit/testing';
import { AttestationModule } from '../attestation.module.js';

upgradeSuite(AttestationModule);
