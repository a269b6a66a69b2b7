/** A user of an institution, known by name at the token endpoint (design 10). */
export interface IdentityAccount {
  readonly name: string;
  /** The title on the sign-in page; the name by default. */
  readonly displayName?: string;
  /** The text under the title; the name of the account and its role by default. */
  readonly description?: string;
  readonly claims: {
    readonly sub: string;
    readonly org_id: string;
    readonly role?: string;
    readonly permissions?: readonly string[];
  };
}
