/**
 * Rejects an error handler (`catch`, `.catch(...)`, the second argument of `.then`) that neither
 * throws, ends the process, nor uses the error: it would hide every other error too. Logging the
 * error and continuing does not count as a use.
 */
export const noSwallowedError = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      swallowed: 'A swallowed error: rethrow it, or look at it and turn it into a typed result.',
    },
  },

  create(context) {
    const { sourceCode } = context;

    const check = (handler) => {
      if (throwsOrExits(handler.body, sourceCode.visitorKeys)) return;
      const used = sourceCode
        .getDeclaredVariables(handler)
        .filter(({ defs }) =>
          defs.some(({ type }) => type === 'CatchClause' || type === 'Parameter'),
        )
        .some(({ references }) =>
          references.some(({ identifier }) => !isLogged(identifier, handler)),
        );
      if (!used) context.report({ node: handler, messageId: 'swallowed' });
    };

    const checkCallback = (callback) => {
      if (isFunction(callback)) check(callback);
      else if (isLog(callback)) context.report({ node: callback, messageId: 'swallowed' });
    };

    return {
      CatchClause: check,
      'CallExpression[callee.property.name="catch"]': (call) => checkCallback(call.arguments[0]),
      'CallExpression[callee.property.name="then"]': (call) => checkCallback(call.arguments[1]),
    };
  },
};

/** Whether the node itself, not a function within it, throws or ends the process. */
function throwsOrExits(node, visitorKeys) {
  if (node.type === 'ThrowStatement' || isExit(node)) return true;
  return (visitorKeys[node.type] ?? [])
    .flatMap((key) => node[key] ?? [])
    .some((child) => child && !isFunction(child) && throwsOrExits(child, visitorKeys));
}

function isExit(node) {
  return (
    node.type === 'MemberExpression' &&
    node.object.name === 'process' &&
    ['exit', 'exitCode'].includes(node.property.name)
  );
}

/** Whether the use of the error at `node` is within the arguments of a call that logs. */
function isLogged(node, handler) {
  for (let at = node; at !== handler; at = at.parent) {
    if (at.type === 'CallExpression' && isLog(at.callee)) return true;
  }
  return false;
}

/** `console.error`, `logger.warn`, `this.log.info`, `request.log.error` ... */
function isLog(node) {
  if (node?.type !== 'MemberExpression') return false;
  const { object } = node;
  const name = object.type === 'MemberExpression' ? object.property.name : object.name;
  return /^(console|log|logger)$/i.test(name ?? '');
}

function isFunction(node) {
  return /^(ArrowFunction|Function)Expression$/.test(node?.type ?? '');
}
