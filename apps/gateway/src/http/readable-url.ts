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
  const bytes = path.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return isUtf8(Buffer.from(bytes, 'latin1'));
}
