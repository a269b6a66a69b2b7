import {
  AttestationCreated,
  AttestationRevoked,
  FurnishingPolicySaved,
  NetworkChanged,
  newId,
  SubjectSeparated,
} from '@ndx/contracts';
import { Ctx, OnEvent, type EventContext } from '@ndx/messaging';
import { Controller } from '@nestjs/common';
import { Service } from '../definition/service-definition.js';

type Handler = (context: EventContext) => Promise<void>;

/** The handler of its events; each suite sets it. */
export const handlers: { created: Handler; revoked: Handler } = {
  created: async () => undefined,
  revoked: async () => undefined,
};

@Controller()
class OnAttestation {
  @OnEvent(AttestationCreated)
  created(@Ctx() context: EventContext): Promise<void> {
    return handlers.created(context);
  }

  @OnEvent(AttestationRevoked)
  revoked(@Ctx() context: EventContext): Promise<void> {
    return handlers.revoked(context);
  }

  @OnEvent(FurnishingPolicySaved)
  saved(): void {
    throw new Error('never called');
  }

  @OnEvent(NetworkChanged)
  changed(): void {
    throw new Error('never called');
  }

  @OnEvent(SubjectSeparated)
  separated(): void {
    throw new Error('never called');
  }
}

/** A service that only consumes. */
@Service({
  name: 'furnishing',
  rows: [],
  migrations: [],
  audited: [],
  http: [],
  operations: [],
  events: [OnAttestation],
  providers: [],
})
export class ConsumingService {}

/** The data of such an event. */
export function newAttestation() {
  return {
    attestation_id: newId(),
    entity_id: newId(),
    product_id: newId(),
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2027-01-01T00:00:00.000Z',
    revoked_at: null,
    revision: 1,
  };
}
