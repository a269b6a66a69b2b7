import config from './eslint.config.js';

/** All workspaces in one run, on the one program that tsconfig.json describes. */
export default [
  ...config,
  {
    files: ['**/*.ts'],
    // Have compiler options of their own.
    ignores: ['clients/typescript/**', 'apps/console/**'],
    languageOptions: {
      parserOptions: {
        projectService: false,
        project: 'tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
];
