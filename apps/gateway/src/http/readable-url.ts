import { isUtf8 } from 'node:buffer';

/** No operation is there, so it is refused as any unknown path is (design 11). */
const NOWHERE = '/';

/** The address that is asked for; one whose path cannot be decoded leads nowhere. */
export function readableUrl(url = NOWHERE): string {
  const [path = ''] = url.split('?', 1);
  return !path.includes('%') || isDecodable(path) ? url : NOWHERE;
}

function isDecodable(path: string): boolean {
  if (/%(?![\da-f]{2})/i.test(path)) return false;
  const bytes = path.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return isUtf8(Buffer.from(bytes, 'latin1'));
}
