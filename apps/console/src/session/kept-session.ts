const SCRIPT = new URL('session-keeper.js', new URL(import.meta.env.BASE_URL, location.origin));

/** A worker that does not answer by then is not waited for: the page signs in again. */
const ANSWER_MS = 1_000;

const TAB = 'tab';

/** Undefined in a browser without service workers, or over plain HTTP. */
const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

/**
 * The session that this tab had when its page was left a moment ago: the memory of a service worker
 * outlives a reload, and no storage has it.
 */
export async function takeSession(): Promise<string | undefined> {
  const tab = sessionStorage.getItem(TAB);
  const worker = (await workers()?.getRegistration(SCRIPT.href))?.active;
  if (tab === null || !worker) return undefined;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timeout);
      resolve(typeof data === 'string' ? data : undefined);
    };
    worker.postMessage({ tab }, [port2]);
  });
}

/** Gives the session to the worker whenever the page is left. */
export async function keepSessionOnReload(session: () => string | undefined): Promise<void> {
  const registration = await registered();
  if (registration === undefined) return;
  addEventListener('pagehide', ({ persisted }) => {
    const kept = session();
    if (persisted || kept === undefined) return;
    const tab = sessionStorage.getItem(TAB) ?? crypto.randomUUID();
    sessionStorage.setItem(TAB, tab);
    registration.active?.postMessage({ tab, session: kept });
  });
}

/** Undefined in a browser that refuses the worker: a reload signs in again there. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await workers()?.register(SCRIPT);
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return undefined;
    throw error;
  }
}
