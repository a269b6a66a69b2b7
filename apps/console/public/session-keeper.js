// A service worker that keeps the session of a tab in its memory while the tab loads the page again.
// It intercepts no request. The browser stops it soon after, and the session is gone.

const KEPT_MS = 20_000;

/** The sessions by the id of their tab. */
const kept = new Map();

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', ({ data: { tab, session }, ports: [port] }) => {
  if (session !== undefined) {
    kept.set(tab, { session, until: Date.now() + KEPT_MS });
    return;
  }
  const found = kept.get(tab);
  // Once: two pages must not renew one session.
  kept.delete(tab);
  port?.postMessage(found !== undefined && Date.now() < found.until ? found.session : null);
});
