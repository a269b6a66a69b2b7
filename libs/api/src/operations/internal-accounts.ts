import { CLIENT_PERMISSIONS, MEMBERSHIP_ROLES, TOKEN_BINDINGS } from '@ndx/contracts';
import { IsOptional } from 'class-validator';
import { declareInternalOperation } from '../operation/operation.js';
import { Text } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

/** The claims of a verified token (contract 5.3c). */
class ResolveAccountDto {
  @Text(300)
  readonly subject!: string;

  @IsOptional()
  @Text(300)
  readonly organization?: string | undefined;

  /** The client of a token without an organization (decision 0143). */
  @IsOptional()
  @Text(300)
  readonly client_id?: string | undefined;

  @IsOptional()
  @Text(300)
  readonly role?: string | undefined;

  /** The test run whose clock decides; a sandbox only. */
  @IsOptional()
  @Text(64)
  readonly run?: string | undefined;
}

/**
 * Resolves the account of a token, with the memberships of its institution. Called by the gateway.
 */
export const resolveAccount = declareInternalOperation({
  id: 'resolveAccount',
  path: '/internal/accounts/resolve',
  service: 'entity',
  request: { body: ResolveAccountDto },
  answer: wire.record('ResolvedAccount', {
    account_id: wire.uuid,
    entity_id: wire.uuid,
    /** How far the clock of the institution, or of the run, is ahead; a sandbox only. */
    clock_offset_seconds: wire.optional(wire.integer),
    /** The terms of the client that its institution registered; the memberships are within them. */
    client: wire.optional(
      wire.record('ResolvedClient', {
        client_id: wire.text,
        permissions: wire.listOf(wire.oneOf(CLIENT_PERMISSIONS)),
        addresses: wire.nullable(wire.listOf(wire.text)),
        token_binding: wire.oneOf(TOKEN_BINDINGS),
      }),
    ),
    memberships: wire.listOf(
      wire.record('ResolvedMembership', {
        network_id: wire.uuid,
        roles: wire.listOf(wire.oneOf(MEMBERSHIP_ROLES)),
        country: wire.text,
      }),
    ),
  }),
});
