/** Identities came in evenly over so many days, the last one just now. */
const DAYS = 1_000;

/**
 * SQL of the rows 1 to `$1`, each with the time at which it came in, and an id that is ordered by that
 * time as the services' ids are (UUID version 7), and is always the same for its number and `kind`.
 */
export function numbered(kind: string): string {
  return `select n, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
      || substr(md5('${kind}' || n), 1, 3) || '8' || substr(md5('${kind}' || n), 4, 15))::uuid as id
    from (select n, date_trunc('milliseconds',
        date_trunc('day', now()) - ($1::bigint - n) * (interval '${DAYS} days' / $1::int)) as at
      from generate_series(1, $1::bigint) n) came_in`;
}

/** SQL of what looks like a hash, of which nobody searches. */
export function unsearchedHash(text: string): string {
  return `translate(rtrim(encode(sha256((${text})::bytea), 'base64'), '='), '+/', '-_')`;
}
