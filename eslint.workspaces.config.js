import config from './eslint.config.js';

/** All workspaces in one run, on the one program that tsconfig.json describes. */
export default [
  ...config,
  {
    files: ['**/*.ts'],
    // Has compiler options of its own.
    ignores: ['clients/typescript/**'],
    languageOptions: {
      parserOptions: {
        projectService: false,
        project: 'tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
];
