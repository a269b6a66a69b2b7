/** The headers that variables of the calling process set. */
const VARIABLES = {
  /** The trace that the requests continue, as OpenTelemetry specifies. */
  TRACEPARENT: 'traceparent',
  /** The test run whose clock decides, in a sandbox. */
  NDX_SANDBOX_RUN: 'x-sandbox-run',
  /** The reason with which a sandbox rejects each request. */
  NDX_SANDBOX_REASON: 'x-sandbox-reason',
  /** The code with which a sandbox rejects each record of a furnish. */
  NDX_SANDBOX_RECORD_CODE: 'x-sandbox-record-code',
} as const;

/** `fetch` with the headers of the variables that are set. */
export function fetchWithHeaders(variables: NodeJS.ProcessEnv): typeof fetch {
  const headers = Object.entries(VARIABLES).flatMap(([variable, name]) => {
    const value = variables[variable];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (headers.length === 0) return fetch;
  return (input, init) => {
    const request = new Request(input, init);
    for (const [name, value] of headers) request.headers.set(name, value);
    return fetch(request);
  };
}
