/** The page of an invitation, which a person without an account opens. */
export const INVITATION_PATH = '/invitation';

/**
 * The link of an invitation. Browsers send no fragment to a server, so no log has the secret.
 * @param base the address of the console
 */
export function invitationLink(base: string, secret: string): string {
  return new URL(`.${INVITATION_PATH}#${secret}`, base).href;
}
