import { Service } from '@ndx/service';
import { AttestationController } from './http/attestation.controller.js';
import { AttestationRepository } from './storage/attestation-repository.js';
import { AttestationRow } from './storage/attestation-row.js';
import { CreateAttestations1700000100000 } from './storage/migrations/1700000100000-create-attestations.js';
import { OWNED_ATTESTATIONS } from './use-cases/recover-attestation.js';
import { CreateAttestation } from './use-cases/create-attestation.js';
import { RevokeAttestation } from './use-cases/revoke-attestation.js';

@Service({
  name: 'attestation',
  rows: [AttestationRow],
  migrations: [CreateAttestations1700000100000],
  audited: ['select entity_id from attestation'],
  owns: [OWNED_ATTESTATIONS],
  http: [AttestationController],
  providers: [AttestationRepository, CreateAttestation, RevokeAttestation],
})
export class AttestationModule {}
