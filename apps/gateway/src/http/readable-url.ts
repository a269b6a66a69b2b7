import { isUtf8 } from 'node:buffer';

/** Matches no operation, so it is rejected like any unknown path (design 11). */
const NOWHERE = '/';

/** The requested URL; replaced when its path cannot be decoded. */
export function readableUrl(url = NOWHERE): string {
  const [path = ''] = url.split('?', 1);
  return !path.includes('%') || isDecodable(path) ? url : NOWHERE;
}

function isDecodable(path: string): boolean {
  if (/%(?![\da-f]{2})/i.test(path)) return false;
  // Bytes that are not encoded complete no character of encoded ones.
  const encoded = path.match(/(?:%[\da-f]{2})+/gi) ?? [];
  return encoded.every((run) => isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')));
}
