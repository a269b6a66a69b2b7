/** The states of an invitation; one that nobody accepted in time has expired. */
export const INVITATION_STATUSES = ['open', 'accepted', 'revoked', 'expired'] as const;

export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** The longest validity of an invitation. */
export const MOST_INVITATION_DAYS = 30;

/** An invitation is deleted this time after its expiry; the audit log keeps its entries. */
export const ENDED_INVITATION_DAYS = 90;
