import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { declaredVariables } from './tools/lint/declared-variables.js';
import { noSwallowedError } from './tools/lint/no-swallowed-error.js';
import { quotedWords } from './tools/lint/quoted-words.js';

const BUS = {
  name: '@nestjs/microservices',
  allowImportNames: ['Ctx', 'Payload'],
  message: 'The one door to a bus is @ndx/messaging.',
};
const HTTP_IN_USE_CASES = 'HTTP belongs in http/ and clients/.';

export default defineConfig(
  // Generated files keep the style of their generators.
  { ignores: ['**/dist/**', '**/src/generated/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: {
      regexp,
      ndx: {
        rules: {
          'declared-variables': declaredVariables,
          'no-swallowed-error': noSwallowedError,
          'quoted-words': quotedWords,
        },
      },
    },
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'ndx/no-swallowed-error': 'error',
      // The time of a pattern grows with the length of the text alone, also for an attacker's text.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
      'preserve-caught-error': 'error',
      // An empty catch violates ndx/no-swallowed-error, whose message is better.
      'no-empty': ['error', { allowEmptyCatch: true }],
      'no-unsafe-finally': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
          message: 'A cast by way of unknown hides a shape: parse at the edge.',
        },
        {
          selector: "CallExpression[callee.property.name='normalize']:has(Literal[value=/^NF/])",
          message:
            'The time of normalize() is quadratic in marks: use composed() of @ndx/contracts.',
        },
      ],

      // Not even with `void`: await the promise, or handle its error.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        {
          allowAny: false,
          allowBoolean: false,
          allowNever: false,
          allowNullish: false,
          allowNumber: true,
          allowRegExp: false,
        },
      ],
      // A Nest module is an empty class that its decorator fills.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Nest declares its options as classes, and callers pass literals.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // An interface is async when one of its implementations is.
      '@typescript-eslint/require-await': 'off',
    },
  },
  // Rules about imported names; .dependency-cruiser.js has the rules between files and packages.
  {
    files: ['apps/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', BUS] },
  },
  {
    files: ['apps/*/src/use-cases/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        BUS,
        { name: '@ndx/service', importNames: ['ServiceClients'], message: HTTP_IN_USE_CASES },
        {
          name: '@nestjs/common',
          importNames: ['HttpStatus', 'HttpException'],
          message: HTTP_IN_USE_CASES,
        },
      ],
    },
  },
  {
    // Deployed code only. Launchers, builds and tests read the environment of a shell.
    files: ['{apps,libs}/*/src/**/*.ts'],
    ignores: [
      ...['apps/docs/**', 'libs/{testing,local-infra}/**', '**/{testing,conformance}/**'],
      '**/*.spec.ts',
    ],
    rules: { 'ndx/declared-variables': 'error', 'ndx/quoted-words': 'error' },
  },
  {
    files: ['libs/service/src/boot/*.ts', 'apps/gateway/src/run-gateway.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'ndx/declared-variables': ['error', { entryPoint: true }] },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      // A handler of an event may be async: views show the errors of their requests.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    // The name warns readers; the command line uses it for providers on this machine alone.
    files: ['clients/cli/src/login/identity-provider.ts'],
    rules: {
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', name: 'allowInsecureRequests', package: 'openid-client' }] },
      ],
    },
  },
  {
    files: ['**/*.spec.ts'],
    rules: {
      // `expect(client.send)` hands a method to Jest, which does not call it.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
