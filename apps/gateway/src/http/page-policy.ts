/**
 * The Content-Security-Policy of a page: it runs only its own scripts, connects only to this gateway,
 * and is not framed. The libraries of the pages set styles within a page.
 * @param connect another origin that the page connects to
 */
export function pagePolicy(connect = ''): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${connect}`.trimEnd(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
