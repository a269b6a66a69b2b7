/** `fetch` within the trace of the calling process, which `TRACEPARENT` names as OpenTelemetry specifies. */
export function tracedFetch(traceparent = process.env['TRACEPARENT']): typeof fetch {
  if (traceparent === undefined) return fetch;
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set('traceparent', traceparent);
    return fetch(request);
  };
}
