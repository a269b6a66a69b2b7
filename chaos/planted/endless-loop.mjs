import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A module that a test adds to a process (`NODE_OPTIONS=--import …`): product-query gets an endless
 * loop in the handling of requests whose id begins with `planted-loop`.
 */
if (/product-query\/dist\/main\.js$/.test(process.argv[1] ?? '')) {
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (store, callback, ...rest) {
    const isMarked = String(store?.requestId).startsWith('planted-loop');
    return run.call(this, store, isMarked ? plantedLoop : callback, ...rest);
  };
}

function plantedLoop() {
  for (;;);
}
