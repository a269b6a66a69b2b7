import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { ReadEvidence } from '../use-cases/explanation/read-evidence.js';
import { toTerms } from './explanation.js';

@Controller()
export class QueryEvidenceController {
  constructor(private readonly evidence: ReadEvidence) {}

  @Handles(api.readEvidence)
  async read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readEvidence>) {
    const found = await this.evidence.read(principal, path.query_event_id);
    return {
      query_event: found.event,
      decision: found.isRecorded ? ('recorded' as const) : ('not_recorded' as const),
      networks: found.networks.map((network) => ({
        network_id: network.networkId,
        ...toTerms(network),
        policy_approval: network.approval,
        policy_break_glass: network.breakGlass,
        data_sets: network.datasets.map((part) => ({
          model_name: part.dataset,
          ...toTerms(part),
          policy_approval: part.approval,
          policy_break_glass: part.breakGlass,
        })),
      })),
      records: found.records.map((record) => ({
        record_id: record.recordId,
        model_name: record.model,
        network_id: record.networkId,
        furnishing_entity_id: record.furnishingEntityId,
        attestation_id: record.attestationId,
      })),
      record_ends: found.recordEnds,
      certificate_sha256: found.digest,
      audit_entries: found.entries.map(api.toAuditEntry),
    };
  }
}
