const PACKAGE =
  '(?:apps|libs|clients|examples)/[^/]+|tools|e2e|bench|chaos|conformance|deploy|formal';
const TEST = '/testing/|/conformance/|\\.spec\\.ts$';

/** The decision of a query, which policy and the command line include to run tests (0113). */
const SHARED_DECISION = '^apps/product-query/src/domain/policy-test/index\\.ts$';

/** Libraries from the bottom up: one imports its own floor and lower ones. */
const FLOORS = [
  ['contracts', 'catalog', 'config', 'proof'],
  ['telemetry', 'postgres', 'sealing', 'archive'],
  ['messaging', 'audit'],
  ['replication'],
  ['api', 'service'],
  ['openapi'],
];
/** Imported by tools and tests of every floor; they import each other only. */
const BESIDE = ['command-line', 'local-infra', 'testing'];

const libs = (names) => `^libs/(?:${names.join('|')})/`;

const floorRules = FLOORS.slice(0, -1).map((floor, index) => ({
  name: `floor-${index + 1}`,
  comment: `${floor.join(', ')}: imports no library of a higher floor.`,
  from: { path: libs(floor) },
  to: { path: libs(FLOORS.slice(index + 1).flat()) },
}));

/**
 * Forbidden imports between files (design 2). Paths are relative to the root; an import that does
 * not resolve keeps its specifier. Each rule has a file in tools/lint/dependency-fixtures that
 * violates it.
 */
const rules = [
  {
    name: 'no-file-cycle',
    comment: 'Move what both files need to a third one; type imports count.',
    from: { pathNot: '/src/generated/' },
    to: { circular: true },
  },
  {
    name: 'no-package-cycle',
    comment: 'Imports of tests count too.',
    scope: 'folder',
    from: { path: `^(?:${PACKAGE})/src$` },
    to: { circular: true },
  },
  ...floorRules,
  {
    name: 'lib-has-a-floor',
    comment: 'Add the library to FLOORS.',
    from: { path: `^libs/(?!(?:${[...FLOORS.flat(), ...BESIDE].join('|')})/)` },
    to: {},
  },
  {
    name: 'beside-the-floors',
    comment: `${BESIDE.join(', ')}: import no other library.`,
    from: { path: libs(BESIDE) },
    to: { path: '^libs/', pathNot: libs(BESIDE) },
  },
  {
    name: 'catalogue-at-the-top',
    comment: 'Libraries below api and service know no product and no template.',
    from: { path: '^libs/', pathNot: libs(['catalog', 'api', 'service', 'openapi']) },
    to: { path: '^libs/catalog/' },
  },
  {
    name: 'outside-knows-the-contract-only',
    comment:
      "Clients of the system import only proof of it, but their tests and the kit's list of endpoints.",
    from: {
      path: '^(?:conformance|clients|examples)/',
      pathNot: `^(?:clients|examples)/.*(?:${TEST})|^conformance/src/contract/endpoints\\.ts$`,
    },
    to: {
      path: '^(?:apps|tools|e2e|bench|chaos|deploy)/|^libs/(?!(?:command-line|proof)/)',
      pathNot: SHARED_DECISION,
    },
  },
  {
    name: 'no-app-imports-an-app',
    comment: 'Services meet over HTTP and events.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: ['^apps/$1/', SHARED_DECISION] },
  },
  {
    name: 'console-knows-the-api-only',
    comment: 'The console does what any client of the public API can do: import @ndx/client.',
    from: { path: '^apps/console/' },
    to: { path: `^(?:${PACKAGE})/`, pathNot: '^(?:apps/console|clients/typescript)/' },
  },
  {
    name: 'nothing-imports-an-app',
    comment: 'An app is a process, reached over HTTP and events.',
    from: { pathNot: '^apps/' },
    to: { path: '^apps/', pathNot: SHARED_DECISION },
  },
  {
    name: 'deployed-imports-no-tool',
    comment: 'Apps and libs import neither tools nor the suites that run the system.',
    from: { path: '^(?:apps|libs)/' },
    to: { path: '^(?:tools|e2e|bench|chaos|conformance|deploy|formal)/' },
  },
  {
    name: 'packages-by-name',
    comment: 'Import a package by its name, not by a path into its files.',
    from: { path: `^(${PACKAGE})/` },
    to: {
      path: `^(?:${PACKAGE})/`,
      pathNot: '^$1/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased'],
    },
  },
  {
    name: 'resolvable',
    comment: 'A package exports its index only.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'shipped-imports-no-test',
    comment: 'Deployed code imports no test, fixture or local infrastructure.',
    from: {
      path: '^(?:apps|libs|clients|examples|conformance)/',
      pathNot: `${TEST}|^libs/(?:testing|local-infra)/`,
    },
    to: { path: `^libs/(?:testing|local-infra)/|/src.*(?:${TEST})` },
  },
  {
    name: 'domain-is-pure',
    comment: 'Domain code imports neither Nest, TypeORM, pg, Kafka nor the libraries around them.',
    from: { path: '/src/domain/' },
    to: {
      path: '^libs/(?!(?:contracts|catalog|proof|testing)/)|(?:^|/)node_modules/(?:@nestjs|typeorm|pg|kafkajs|undici)/',
    },
  },
  {
    name: 'domain-knows-no-adapter',
    comment: 'Domain code imports domain code only, of its own app.',
    from: { path: '^(apps/[^/]+)/src/domain/' },
    to: { path: '^$1/src/(?!domain/|testing/)' },
  },
  {
    name: 'use-cases-know-no-transport',
    comment: 'HTTP belongs in http/ and clients/, consumers of events in events/.',
    from: { path: '^(apps/[^/]+)/src/(?:use-cases|storage|clients)/', pathNot: TEST },
    to: { path: '^$1/src/(?:http|events)/' },
  },
  {
    name: 'http-clients-in-clients',
    comment:
      'Call another service from clients/ (or from libs/service), with its errors converted.',
    from: { path: '^apps/[^/]+/src/(?:use-cases|storage|events)/' },
    to: { path: '(?:^|/)node_modules/undici/' },
  },
  {
    name: 'adapters-know-no-use-case',
    comment: 'A use case calls storage and clients, not the other way round.',
    from: { path: '^(apps/[^/]+)/src/(?:storage|clients)/', pathNot: TEST },
    to: { path: '^$1/src/use-cases/' },
  },
  {
    name: 'nest-by-its-index',
    comment: 'The other files of a Nest package, such as its constants and enums, are its own.',
    from: {},
    to: { path: '(?:^|/)node_modules/@nestjs/[^/]+/(?!index\\.(?:js|d\\.ts)$)' },
  },
  {
    name: 'kafkajs-behind-its-port',
    comment: 'libs/messaging/src/bus/kafka is the port; examples have none.',
    from: { pathNot: '^libs/messaging/src/bus/kafka/|^examples/' },
    to: { path: '(?:^|/)node_modules/kafkajs/' },
  },
  {
    name: 'logger-cuts-words',
    comment:
      'The logger of libs/telemetry hides secrets and cuts words of a request; use createLogger.',
    from: { pathNot: '^libs/telemetry/src/logging/' },
    to: { path: '(?:^|/)node_modules/pino/', dependencyTypesNot: ['type-only'] },
  },
];

export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // The build of the documents, which can run beside this, writes and removes `.temp`.
    exclude: { path: '(?:^|/)(?:dist|[.]vitepress/[.]temp)(?:/|$)' },
    // Type imports count.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      mainFields: ['main', 'types'],
    },
  },
};
