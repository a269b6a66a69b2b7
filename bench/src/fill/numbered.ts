/** Creation times are spread evenly over this many days until now. */
const DAYS = 1_000;

/**
 * SQL of the rows 1 to `$1`, each with its creation time and an id. Ids are ordered by time, as the
 * services' ids are (UUID version 7), and deterministic for a row number and `kind`.
 */
export function numbered(kind: string): string {
  return `select n, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
      || substr(md5('${kind}' || n), 1, 3) || '8' || substr(md5('${kind}' || n), 4, 15))::uuid as id
    from (select n, date_trunc('milliseconds',
        date_trunc('day', now()) - ($1::bigint - n) * (interval '${DAYS} days' / $1::int)) as at
      from generate_series(1, $1::bigint) n) came_in`;
}

/** SQL of a random hash that no search uses. */
export function unsearchedHash(text: string): string {
  return `translate(rtrim(encode(sha256((${text})::bytea), 'base64'), '='), '+/', '-_')`;
}
