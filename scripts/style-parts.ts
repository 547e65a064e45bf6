import postcss, { type ChildNode } from 'postcss';
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

export const readParts = (css: string): StylePart[] => partsOf(postcss.parse(css).nodes);

/** Without what each page has: fonts and rules for all elements, read again, would lay all of a page out anew. */
export function restOf(parts: readonly StylePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return '';
      if ('needs' in part) return part.text;
      const inside = restOf(part.parts);
      return inside && `${part.head}{${inside}}`;
    })
    .join('');
}

const WHOLE = /^(keyframes|font-face|property)$/;

function partsOf(nodes: readonly ChildNode[]): StylePart[] {
  return nodes.flatMap((node): StylePart[] => {
    if (node.type === 'rule') {
      const needs = node.selectors.map(classesOf);
      return needs.some((names) => names.length === 0) ? [String(node)] : [{ needs, text: String(node) }];
    }
    if (node.type !== 'atrule') return [];
    if (!node.nodes) return [`${String(node)};`];
    if (WHOLE.test(node.name)) return [String(node)];
    return [{ head: `@${node.name} ${node.params}`, parts: partsOf(node.nodes) }];
  });
}

/** What an element and those around it must have; what stands in parentheses (`:not(.a)`, `:is(.a,.b)`) is left open. */
function classesOf(selector: string): string[] {
  let open = selector;
  for (let before = ''; before !== open;) {
    before = open;
    open = open.replaceAll(/(?<!\\)\((?:\\.|[^()\\])*\)/g, '');
  }
  return [...open.matchAll(/\.((?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|\P{ASCII})+)/giu)].map(([, name = '']) =>
    name.replaceAll(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, code?: string, sign?: string) =>
      code === undefined ? (sign ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  );
}
