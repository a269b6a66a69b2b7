import { readdirSync } from 'node:fs';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { declaredVariables } from './tools/lint/declared-variables.js';
import { dependencies } from './tools/lint/dependencies.js';
import { noSwallowedError } from './tools/lint/no-swallowed-error.js';

const APP = `@ndx/(${readdirSync(new URL('apps', import.meta.url)).join('|')})(/|$)`;
const TOOL = '@ndx/(tools|e2e|chaos)(/|$)';

/**
 * Who may not import whom (design 2). `from` and `to` are regular expressions, `except` the names
 * that may be imported all the same; how a file and what it imports are written is told in
 * tools/lint/dependencies.js. The first row that matches speaks.
 */
const FORBIDDEN_DEPENDENCIES = [
  {
    // An example's tests may look at it from inside.
    from: '^(conformance/|examples/(?!.*(/testing/|\\.spec\\.ts$)))',
    to: '^@ndx/(?!command-line$)|^(apps|libs|tools|e2e|chaos)/',
    message: 'What speaks to the system from outside knows only its contract.',
  },
  {
    from: '^apps/',
    to: `^(apps/|${APP})`,
    message: 'An app never imports another app: services meet over HTTP and events.',
  },
  {
    from: '^(libs|tools|e2e|chaos)/',
    to: `^(apps/|${APP})`,
    message: 'Nothing imports an app: it is a process, reached over HTTP and events.',
  },
  {
    from: '^(apps|libs)/',
    to: `^((tools|e2e|chaos)/|${TOOL})`,
    message: 'What is deployed imports neither tools, e2e nor chaos.',
  },
  {
    from: '^',
    to: '^((libs|tools|e2e|chaos)/|@ndx/(?!tools/|service/testing$)[^/]+/)',
    message: 'A package is imported by its name, never by a path into its files.',
  },
  {
    from: '^(?!(libs/testing|tools|e2e|bench|chaos)/|.*(/testing/|/conformance/|\\.spec\\.ts$))',
    to: '^(@ndx/(testing|service/testing)$|\\./testing/)',
    message: 'What is shipped knows nothing of its tests.',
  },
  {
    from: '/src/domain/',
    to: '^(@nestjs/|@ndx/(config|messaging|postgres|sealing|service|telemetry)$|(typeorm|pg|kafkajs)(/|$))',
    message: 'Domain code is pure: neither Nest, TypeORM, pg nor Kafka.',
  },
  {
    from: '/src/domain/',
    to: '^\\./((http|use-cases|storage|events)/|[^/]+$)',
    message: 'Domain code knows nothing of what is built around it in its own app.',
  },
  {
    from: '^(?!libs/messaging/src/bus/kafka/|examples/)',
    to: '^kafkajs(/|$)',
    message: 'kafkajs stays behind its port, libs/messaging/src/bus/kafka.',
  },
  {
    from: '^apps/',
    to: '^@nestjs/microservices(/|$)',
    except: ['Ctx', 'Payload'],
    message: 'The one door to a bus is @ndx/messaging.',
  },
];

export default defineConfig(
  // What is generated is as its generator writes it.
  { ignores: ['**/dist/**', '**/network-api.ts'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: {
      ndx: {
        rules: {
          dependencies,
          'declared-variables': declaredVariables,
          'no-swallowed-error': noSwallowedError,
        },
      },
    },
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'ndx/dependencies': ['error', ...FORBIDDEN_DEPENDENCIES],
      'ndx/no-swallowed-error': 'error',
      'preserve-caught-error': 'error',
      // An empty catch is refused by ndx/no-swallowed-error, which says why.
      'no-empty': ['error', { allowEmptyCatch: true }],
      'no-unsafe-finally': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
          message: 'A cast by way of unknown hides a shape: parse at the edge.',
        },
      ],

      // Not even with `void`: keep the promise, or say what becomes of its error.
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
      // Nest declares its bags of options as classes, and everybody passes literals.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A port is async for the sake of the implementation that has something to wait for.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // What is deployed. The others start processes, and tests, which get theirs from a shell.
    files: ['{apps,libs}/*/src/**/*.ts'],
    ignores: ['libs/{testing,local-infra}/**', '**/{testing,conformance}/**', '**/*.spec.ts'],
    rules: { 'ndx/declared-variables': 'error' },
  },
  {
    files: ['libs/service/src/boot/*.ts', 'apps/gateway/src/run-gateway.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'ndx/declared-variables': ['error', { entryPoint: true }] },
  },
  {
    files: ['**/*.spec.ts'],
    rules: {
      // `expect(client.send)` hands a method to Jest, which does not call it.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
