/**
 * Rejects reading the environment of the process outside of its validation: an entry point passes
 * `process.env` on as a whole, and no code reads a variable from it. A variable that is read
 * elsewhere would be missing from the output of `variables`, and so from the documents and the
 * manifests.
 */
export const declaredVariables = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { entryPoint: { type: 'boolean' } } }],
    messages: {
      read: 'A variable is declared in a config file and read from the validated configuration.',
    },
  },

  create(context) {
    const isEntryPoint = context.options[0]?.entryPoint === true;
    const report = (node) => context.report({ node, messageId: 'read' });
    return {
      'MemberExpression[object.name="process"]': (node) => {
        const { property } = node;
        if ((property.name ?? property.value) !== 'env') return;
        const isHandedOn =
          node.parent.type === 'CallExpression' && node.parent.arguments.includes(node);
        if (!isEntryPoint || !isHandedOn) report(node);
      },
      'VariableDeclarator[init.name="process"]': report,
      'ImportDeclaration[source.value=/^(node:)?process$/]': report,
    };
  },
};
