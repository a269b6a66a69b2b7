import type { Product } from '@ndx/catalog';
import { clockOffsetMs, requireRole, type Principal } from '@ndx/contracts';
import { currentPrincipal } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import {
  assembleCertificate,
  type AssemblyInput,
  type JudgedAssembly,
} from '../../domain/certificate/assemble-certificate.js';
import type { DatasetRules } from '../../domain/policy/network-rules.js';
import { decisionOf, movedClock, type Decision } from '../../domain/decision/decision.js';
import { KybReader } from '../../storage/kyb-reader.js';
import { resolveKybAccess, type KybQuery } from '../../domain/certificate/kyb-access.js';

/** The complete rules of consent and policy. */
interface KybRules {
  readonly rules: ReadonlyMap<string, DatasetRules>;
}

/** The certificate that a query issues, and how it was decided. */
export interface AssembledKyb extends Pick<JudgedAssembly, 'assembly'> {
  readonly businessId: string;
  /** The database's time of the read, in milliseconds; `input.now` is the institution's time. */
  readonly readAt: number;
  readonly input: Omit<AssemblyInput, 'rules'> & KybRules;
  readonly decision: Decision;
}

/** Assembles a certificate, for a query or a check. */
@Injectable()
export class AssembleKyb {
  constructor(private readonly reader: KybReader) {}

  /** @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_NOT_FOUND */
  async assemble(principal: Principal, product: Product, query: KybQuery): Promise<AssembledKyb> {
    const facts = await this.reader.read({
      ...query,
      productId: product.id,
      entityId: principal.entity_id,
      accountId: principal.account_id,
      clockOffsetSeconds: principal.clock_offset_seconds,
    });
    const { now: readAt, candidates } = facts;
    const now = readAt + clockOffsetMs(principal);
    const { networkIds, furnishingEntityIds } = query;
    const current = currentPrincipal(principal, facts.caller);
    for (const networkId of networkIds) requireRole(current, networkId, 'querier');
    const { businessId, rules } = resolveKybAccess({ principal, product, query, now }, facts);
    const input = { product, candidates, rules, furnishingEntityIds, now };
    const { assembly, judgements } = assembleCertificate(input);
    return {
      businessId,
      readAt,
      input,
      assembly,
      decision: {
        ...decisionOf({ networkIds, rules, furnishingEntityIds, judgements, now }),
        ...movedClock(principal),
      },
    };
  }
}
