import postcss, { type AtRule, type ChildNode, type Root, type Rule } from 'postcss';
import type { Plugin } from 'vite';
import type { PageStyles, StylePart } from '#server/site/page-styles.ts';

/**
 * Writes `.vite/styles.json` beside the manifest: the entry's style sheet in parts, of which the server puts into a page
 * what it uses; and a sheet of those that not every page has, for later.
 */
export function styleParts(): Plugin {
  return {
    name: 'style-parts',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      const css = entry?.type === 'chunk' ? [...(entry.viteMetadata?.importedCss ?? [])] : [];
      const [name] = css;
      const sheet = name === undefined ? undefined : bundle[name];
      if (css.length !== 1 || sheet?.type !== 'asset')
        throw new Error('The entry has no style sheet of its own.');
      const source = typeof sheet.source === 'string' ? sheet.source : new TextDecoder().decode(sheet.source);
      const parts = readParts(source);
      const rest = this.emitFile({ type: 'asset', name: 'rest.css', source: restOf(parts) });
      this.emitFile({
        type: 'asset',
        fileName: '.vite/styles.json',
        source: JSON.stringify({ parts, rest: `/${this.getFileName(rest)}` } satisfies PageStyles),
      });
    },
  };
}

export const readParts = (css: string): StylePart[] => partsOf(withoutFallbacks(postcss.parse(css)).nodes);

/** Without what each page has: fonts and rules for all elements, read again, would lay all of a page out anew. */
export function restOf(parts: readonly StylePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return '';
      if ('text' in part) return part.text;
      const inside = restOf(part.parts);
      return inside && `${part.head}{${inside}}`;
    })
    .join('');
}

/** Tailwind's for browsers without `color-mix()`, which are older than those that this is built for (vite.config.ts). */
function withoutFallbacks(root: Root): Root {
  root.walkAtRules('supports', (group) => {
    if (!group.params.startsWith('(color:color-mix(')) return;
    for (const node of group.nodes ?? []) fallbackOf(node, group)?.remove();
    group.replaceWith(group.nodes ?? []);
  });
  return root;
}

function fallbackOf(node: ChildNode, group: AtRule): ChildNode | undefined {
  const before = group.parent?.nodes.slice(0, group.parent.index(group)) ?? [];
  return before.findLast((other) =>
    node.type === 'rule'
      ? other.type === 'rule' && other.selector === node.selector
      : node.type === 'decl' && other.type === 'decl' && other.prop === node.prop,
  );
}

/** In no page before its scripts. */
const LATER = '::later';

function partsOf(nodes: readonly ChildNode[]): StylePart[] {
  return nodes.flatMap((node): StylePart[] => {
    if (node.type === 'rule') return [partOfRule(node)];
    if (node.type !== 'atrule') return [];
    if (!node.nodes) return [`${String(node)};`];
    if (/^(keyframes|property)$/.test(node.name)) return [{ name: node.params, text: String(node) }];
    if (node.name === 'font-face') return [String(node)];
    const head = `@${node.name} ${node.params}`;
    // for browsers without @property: the first releases with light-dark() have none
    if (head === '@layer properties')
      return [{ head, parts: [{ needs: [[LATER]], text: node.nodes.join('') }] }];
    return [{ head, parts: partsOf(node.nodes) }];
  });
}

function partOfRule(rule: Rule): StylePart {
  const isTheme =
    rule.selector.startsWith(':root') &&
    rule.parent?.type === 'atrule' &&
    (rule.parent as AtRule).params === 'theme';
  if (isTheme)
    return {
      head: rule.selector,
      parts: rule.nodes.map((node) => ({
        name: node.type === 'decl' ? node.prop : '',
        text: `${String(node)};`,
      })),
    };
  const needs = rule.selectors.flatMap(needsOf);
  return needs.some((names) => names.length === 0) ? String(rule) : { needs, text: String(rule) };
}

/** What an element and those around it must have. */
function needsOf(selector: string): string[][] {
  if (OF_SCRIPTS.test(selector)) return [[LATER]];
  const open = withoutChoices(selector);
  const classes = [...open.matchAll(CLASS)].map(([, name = '']) =>
    name.replaceAll(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, code?: string, sign?: string) =>
      code === undefined ? (sign ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  );
  const others = open.replaceAll(CLASS, '').replaceAll(/\[[^\]]*\]/g, '');
  const elements = [...others.matchAll(/(?<![\w:-])[a-z][\w-]*/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'html' && name !== 'body');
  const names = [...classes, ...elements.map((name) => `<${name}`)];
  return [names];
}

const CLASS = /\.((?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|\P{ASCII})+)/giu;

/** What no page shows before its scripts: files and dates to choose, marked words, changes of page. */
const OF_SCRIPTS =
  /::(view-transition|highlight|file-selector|-webkit-(date|calendar|inner-spin|outer-spin))/;

/** Without `:not(…)`, `:has(…)` and lists (`:is(a,b)`), which are left open; what `:is(…)` and `:where(…)` hold alone has to be there. */
function withoutChoices(selector: string): string {
  let open = selector;
  for (let before = ''; before !== open;) {
    before = open;
    open = open.replaceAll(/(:(?:is|where))?(?<!\\)\(((?:\\.|[^()\\])*)\)/g, (_, kind, inside: string) =>
      kind && !inside.includes(',') ? ` ${inside}` : '',
    );
  }
  return open;
}
