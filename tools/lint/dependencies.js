import { posix } from 'node:path';

/**
 * Refuses an import that a row of the rule's options forbids: `{ from, to, except, message }`,
 * the first two regular expressions, `except` names that may be imported all the same. `from` sees the file as a path from the root of the repository
 * (`apps/consent/src/domain/grant.ts`). `to` sees what the file imports, in whatever form it is
 * written: `./storage/rows.js` (from its own `src`) inside its package, the path from the root for
 * a file of another package, and the specifier itself for a package (`@ndx/contracts`).
 */
export const dependencies = {
  meta: {
    type: 'problem',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          from: { type: 'string' },
          to: { type: 'string' },
          except: { type: 'array', items: { type: 'string' } },
          message: { type: 'string' },
        },
        required: ['from', 'to', 'message'],
        additionalProperties: false,
      },
    },
  },

  create(context) {
    const file = pathFromRoot(context.filename);
    const forbidden = context.options
      .filter(({ from }) => new RegExp(from).test(file))
      .map(({ to, except = [], message }) => ({ to: new RegExp(to), except, message }));

    const check = (node) => {
      const { source } = node;
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const target = targetOf(source.value, file);
      const broken = forbidden.find(
        ({ to, except }) => to.test(target) && !importsOnly(node, except),
      );
      if (broken) context.report({ node: source, message: broken.message });
    };

    return {
      // `require` and `import()` types are refused altogether, by typescript-eslint.
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const IN_A_PACKAGE =
  /^(?:.*\/)?(((?:apps|libs|examples)\/[^/]+|tools|e2e|conformance|chaos)\/src\/.*)$/;

/** Begins at the innermost package of the path, so that a tree of fixtures is a root too. */
function pathFromRoot(filename) {
  const path = filename.replaceAll('\\', '/');
  return IN_A_PACKAGE.exec(path)?.[1] ?? path;
}

function targetOf(specifier, file) {
  if (!/^\.{1,2}(\/|$)/.test(specifier)) return specifier;
  const path = posix.join(posix.dirname(file), specifier);
  const own = `${IN_A_PACKAGE.exec(file)?.[2]}/src/`;
  return path.startsWith(own) ? `./${path.slice(own.length)}` : path;
}

function importsOnly({ specifiers = [] }, names) {
  return (
    specifiers.length > 0 && specifiers.every(({ imported }) => names.includes(imported?.name))
  );
}
