import ts from 'typescript';

/** One place that breaks a rule. */
export interface Violation {
  rule: string;
  place: string;
  what: string;
}

/** Functions are cut past this many lines; components, whose markup is long by nature, past the other. */
export const MAX_FUNCTION_LINES = 60;
export const MAX_COMPONENT_LINES = 120;

/** A folder of more files is several rooms. */
export const MAX_FILES = 45;

const QUERY_METHODS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
  'withRecursive',
  'selectNoFrom',
]);

const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

type Named = ts.FunctionLikeDeclaration & { body: ts.Node };

/** Long functions of one file. Lines of SQL and of tables of routes (`const xRoutes: Routes = …`) don't count. */
export function findLongFunctions(path: string, text: string): Violation[] {
  const source = parse(path, text);
  const found: Violation[] = [];
  visit(source, (node) => {
    if (!isFunction(node) || isRouteTable(node)) return;
    const name = nameOf(node);
    const max = /^[A-Z]/.test(name) && path.endsWith('.tsx') ? MAX_COMPONENT_LINES : MAX_FUNCTION_LINES;
    const lines = linesOf(source, node) - linesOfTemplates(source, node);
    if (lines > max)
      found.push({
        rule: 'function-too-long',
        place: `${path}:${line(source, node)}`,
        what: `${name} has ${lines} lines of at most ${max}`,
      });
  });
  return found;
}

/** Query builders and `sql` in a file that is no store. */
export function findQueries(path: string, text: string): Violation[] {
  const source = parse(path, text);
  const found: Violation[] = [];
  const add = (node: ts.Node, what: string) =>
    found.push({ rule: 'queries-in-stores-only', place: `${path}:${line(source, node)}`, what });
  visit(source, (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { text: method } = node.expression.name;
      if (QUERY_METHODS.has(method)) add(node, method);
    }
    if (ts.isTaggedTemplateExpression(node) && /^sql(\.|$)/.test(node.tag.getText(source))) add(node, 'sql');
  });
  return found;
}

/** Comparisons with a role by its name: who has yet to set up the second step that their role needs must not pass them. */
export function findBareRoles(path: string, text: string): Violation[] {
  const source = parse(path, text);
  const found: Violation[] = [];
  const isRole = (node: ts.Node): boolean =>
    ts.isStringLiteralLike(node) && /^(LOGIN_USER|CONTENT_CREATOR|GLOBAL_ADMIN)$/.test(node.text);
  visit(source, (node) => {
    const bare =
      (ts.isBinaryExpression(node) &&
        EQUALITY.has(node.operatorToken.kind) &&
        [node.left, node.right].some(isRole)) ||
      (ts.isCaseClause(node) && isRole(node.expression)) ||
      (ts.isArrayLiteralExpression(node) && node.elements.some(isRole));
    if (bare)
      found.push({
        rule: 'roles-by-their-functions',
        place: `${path}:${line(source, node)}`,
        what: 'compares a role: use isAdmin or isCreator of app/http/roles.ts',
      });
  });
  return found;
}

/** What a store must not know: the context, errors of HTTP, mails. */
export function findStoreLeaks(path: string, text: string): Violation[] {
  const source = parse(path, text);
  const found: Violation[] = [];
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const from = (statement.moduleSpecifier as ts.StringLiteral).text;
    const leak = from.endsWith('/context.ts')
      ? 'the context'
      : from.endsWith('/errors.ts') && !isTypeOnly(statement)
        ? 'errors of HTTP'
        : /\.(emails|jobs|actions|routes)\.ts$|\/outbox\.ts$/.test(from)
          ? from
          : null;
    if (leak)
      found.push({
        rule: 'stores-hold-sql-only',
        place: `${path}:${line(source, statement)}`,
        what: `knows ${leak}`,
      });
  }
  return found;
}

/** Circles between rooms: `imports` holds pairs of room and room. Each circle is told once. */
export function findCircles(
  imports: [from: string, to: string][],
  rule = 'no-circles-between-slices',
): Violation[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of imports) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  const found = new Map<string, Violation>();
  const walk = (path: string[]) => {
    for (const to of next.get(path.at(-1) ?? '') ?? []) {
      const at = path.indexOf(to);
      if (at < 0) walk([...path, to]);
      else {
        const circle = path.slice(at);
        const key = [...circle].toSorted().join(' ');
        if (!found.has(key))
          found.set(key, {
            rule,
            place: circle[0] ?? '',
            what: [...circle, to].join(' -> '),
          });
      }
    }
  };
  for (const from of next.keys()) walk([from]);
  return [...found.values()];
}

/** Folders that hold more files themselves than one keeps an eye on; `paths` are all files there are. */
export function findFullFolders(paths: string[]): Violation[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, files]) => files > MAX_FILES)
    .map(([folder, files]) => ({
      rule: 'folder-too-full',
      place: folder,
      what: `holds ${files} files of at most ${MAX_FILES}`,
    }));
}

export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
}

export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

const isFunction = (node: ts.Node): node is Named =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

function nameOf(node: Named): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
    ? parent.name.getText()
    : 'a function';
}

function isRouteTable(node: Named): boolean {
  const { parent } = node;
  return ts.isVariableDeclaration(parent) && parent.type?.getText() === 'Routes';
}

const isTypeOnly = ({ importClause }: ts.ImportDeclaration): boolean =>
  importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

export const line = (source: ts.SourceFile, node: ts.Node): number =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;

function linesOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - line(source, node);
}

/** Lines that only templates (SQL, markup of mails) fill, the outermost ones only. */
function linesOfTemplates(source: ts.SourceFile, root: ts.Node): number {
  let lines = 0;
  const look = (node: ts.Node): void => {
    if (ts.isTemplateLiteral(node)) lines += linesOf(source, node) - 1;
    else ts.forEachChild(node, look);
  };
  ts.forEachChild(root, look);
  return lines;
}
