/** The bytes of standard base64 with padding; undefined for any other text, as for a second spelling. */
export function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
