import { hash, randomBytes } from 'node:crypto';
import {
  conflict,
  invalid,
  type InvitationChanged,
  type InvitationStatus,
  type MembershipRole,
  type PayloadOf,
} from '@ndx/contracts';

const SECRET_BYTES = 32;
const MS_PER_DAY = 86_400_000;

/** An invitation of a person to be an account (decision 0129). */
export interface Invitation {
  readonly id: string;
  readonly networkId: string;
  /** The institution of the account; null until the acceptance registers a new one. */
  readonly entityId: string | null;
  /** The name of the institution when the invitation was sent. */
  readonly institutionName: string;
  /** The roles of a new institution in the network; empty for a known one. */
  readonly roles: readonly MembershipRole[];
  readonly email: string | null;
  /** SHA-256 of the secret, which nothing stores. */
  readonly secretDigest: Buffer;
  /** The account that sent it, and its institution. */
  readonly sentBy: string;
  readonly senderEntityId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** As stored: an open one may have expired. */
  readonly status: Exclude<InvitationStatus, 'expired'>;
  /** The account of the person; null until the acceptance. */
  readonly accountId: string | null;
  readonly endedAt: Date | null;
}

/** The institution of an invitation: a known one, or the name and the roles of a new one. */
export type InvitedInstitution = Pick<Invitation, 'entityId' | 'institutionName' | 'roles'>;

export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function expiryOf(now: Date, days: number): Date {
  return new Date(now.getTime() + days * MS_PER_DAY);
}

/**
 * The name and the roles of a new institution.
 * @throws VALIDATION_ERROR when either is absent
 */
export function newInstitution(
  institutionName: string | undefined,
  roles: readonly MembershipRole[] | undefined,
): InvitedInstitution {
  if (institutionName === undefined || roles === undefined) {
    const rule = 'must be given, or entity_id for a known institution';
    throw invalid('invalid_value', `institution_name and roles: ${rule}`);
  }
  return { entityId: null, institutionName, roles };
}

/** @throws VALIDATION_ERROR when an invitation to a known institution names a new one */
export function requireNoNew(...ofNew: readonly unknown[]): void {
  if (ofNew.every((value) => value === undefined)) return;
  const rule = 'are of a new institution, which has no entity_id';
  throw invalid('invalid_value', `institution_name and roles ${rule}`);
}

export function statusAt({ status, expiresAt }: Invitation, now: Date): InvitationStatus {
  return status === 'open' && expiresAt <= now ? 'expired' : status;
}

export function endOf(invitation: Invitation, now: Date): Date | null {
  const { expiresAt, endedAt } = invitation;
  return statusAt(invitation, now) === 'expired' ? expiresAt : endedAt;
}

const ENDED: Readonly<Record<Exclude<InvitationStatus, 'open'>, string>> = {
  accepted: 'the invitation was accepted already',
  revoked: 'the invitation was revoked',
  expired: 'the invitation has expired',
};

/** @throws RESOURCE_CONFLICT when it was accepted or revoked, or has expired */
export function requireOpen(invitation: Invitation, now: Date): void {
  const status = statusAt(invitation, now);
  if (status !== 'open') throw conflict('invitation_ended', ENDED[status]);
}

/** The revoked invitation; an expired one is revoked as well. @throws RESOURCE_CONFLICT */
export function revoke(invitation: Invitation, now: Date): Invitation {
  if (invitation.status === 'accepted') requireOpen(invitation, now);
  if (invitation.status === 'revoked') return invitation;
  return { ...invitation, status: 'revoked', endedAt: now };
}

export function stateOfInvitation(invitation: Invitation): PayloadOf<typeof InvitationChanged> {
  return {
    invitation_id: invitation.id,
    network_id: invitation.networkId,
    entity_id: invitation.entityId,
    roles: [...invitation.roles],
    sender_entity_id: invitation.senderEntityId,
    account_id: invitation.accountId,
    status: invitation.status,
    expires_at: invitation.expiresAt.toISOString(),
  };
}
