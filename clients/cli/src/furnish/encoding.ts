import { createReadStream } from 'node:fs';

export const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The encoding of a text: of its byte order mark, otherwise the given one, otherwise UTF-8. */
export function encodingOf([first, second, third]: Uint8Array, given?: Encoding): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  return given ?? 'utf-8';
}

/**
 * The text of a file in parts, without a byte order mark.
 * @throws TypeError for bytes that are not of the encoding
 */
export async function* decoded(file: string, given?: Encoding): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Buffer;
    decoder ??= new TextDecoder(encodingOf(bytes, given), { fatal: true });
    yield decoder.decode(bytes, { stream: true });
  }
  if (decoder) yield decoder.decode();
}
