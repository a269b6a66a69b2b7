/**
 * Parses `name=value,name=value` with percent-encoded parts, the format of OpenTelemetry.
 * @throws Error for another format; its message may contain a secret
 */
export function headersFrom(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const name = decodeURIComponent(pair.slice(0, Math.max(at, 0)).trim());
      if (!/^[\w-]+$/.test(name)) throw new TypeError('a header has no name');
      return [name, decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}
