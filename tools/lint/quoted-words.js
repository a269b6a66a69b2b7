import { TypeFlags } from 'typescript';

/** Functions and classes of error texts, with the index of the text among their arguments. */
const TEXTS = new Map([
  ['invalid', 1],
  ['denied', 1],
  ['notFound', 1],
  ['conflict', 1],
  ['operationFailed', 1],
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

    /** The parts of a text that is composed in the call. */
    const partsOf = (node) => {
      switch (node?.type) {
        case 'ConditionalExpression':
          return [node.consequent, node.alternate].flatMap(partsOf);
        case 'TemplateLiteral':
          return node.expressions;
        case 'BinaryExpression':
          return [node.left, node.right].flatMap((side) => {
            const parts = partsOf(side);
            return parts.length > 0 || side.type === 'TemplateLiteral' ? parts : [side];
          });
        default:
          return [];
      }
    };

    const check = (node) => {
      for (const part of partsOf(node)) {
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
