/**
 * Returns an access token that has not expired; called for each request.
 * @param rejected the token that the network answered with 401; return another one, or the same where
 * there is none: the client then does not repeat the request (contract 5.6)
 */
export type TokenSource = (rejected?: string) => Promise<string>;
