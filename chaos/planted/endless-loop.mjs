import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A module that a test adds to the processes (`NODE_OPTIONS=--import …`): a service gets an endless
 * loop in the handling of requests whose id begins with the text of its name.
 */
const MARKS = { 'product-query': 'planted-loop', entity: 'planted-entity-loop' };

const [, service] = /([\w-]+)\/dist\/main\.js$/.exec(process.argv[1] ?? '') ?? [];
const mark = MARKS[service];
if (mark) {
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (store, callback, ...rest) {
    const isMarked = String(store?.requestId).startsWith(mark);
    return run.call(this, store, isMarked ? plantedLoop : callback, ...rest);
  };
}

function plantedLoop() {
  for (;;);
}
