import { TypeFlags } from 'typescript';

/** Functions and classes of error texts, with the index of the text among their arguments. */
const TEXTS = new Map([
  ['invalid', 0],
  ['denied', 0],
  ['notFound', 0],
  ['conflict', 0],
  ['operationFailed', 0],
  ['DomainError', 1],
  ['RequestShapeError', 2],
]);

/**
 * Rejects an error text with a part of any length: a word of the request would make the text as
 * long as the request, and logs, stored rows and responses with it. A part is a literal, a number,
 * a constant, a value of a declared form, or `quoted(...)`.
 */
export const quotedWords = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { unquoted: 'A text of any length: write quoted(...).' },
  },

  create(context) {
    const services = context.sourceCode.parserServices;

    const check = (node) => {
      if (node?.type === 'ConditionalExpression') {
        [node.consequent, node.alternate].forEach(check);
      }
      if (node?.type !== 'TemplateLiteral') return;
      for (const part of node.expressions) {
        if (isBounded(part) || !isAnyText(services.getTypeAtLocation(part))) continue;
        context.report({ node: part, messageId: 'unquoted' });
      }
    };

    const checkCall = ({ callee, arguments: parts }) => {
      const index = TEXTS.get(callee.name);
      if (index !== undefined) check(parts[index]);
    };
    return { CallExpression: checkCall, NewExpression: checkCall };
  },
};

/** A call of `quoted`, or a constant of a module. */
function isBounded(node) {
  return node.type === 'CallExpression'
    ? node.callee.name === 'quoted'
    : node.type === 'Identifier' && /^[A-Z_]+$/.test(node.name);
}

function isAnyText(type) {
  return type.isUnion() ? type.types.some(isAnyText) : (type.flags & TypeFlags.String) !== 0;
}
