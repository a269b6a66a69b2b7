/**
 * `fetch` that announces the first request that is not a GET, before it is sent: it may bill or change
 * something.
 */
export function announcedFetch(send: typeof fetch, announce: () => Promise<void>): typeof fetch {
  let announced: Promise<void> | undefined;
  return async (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    if (method !== 'GET') await (announced ??= announce());
    return send(input, init);
  };
}
