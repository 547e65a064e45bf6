/** Rules that are there only where they are needed, or a group of them (`@media`, `@layer`, `:root` with its variables). */
export type StylePart =
  /** For every page. */
  | string
  /** For pages with all of the names in one of the lists: classes, and elements as `<table`. */
  | { needs: string[][]; text: string }
  /** What other rules name: a variable, `@property`, `@keyframes`. */
  | { name: string; text: string }
  | { head: string; parts: StylePart[] };

/** What the build made of the style sheet: its parts in order, and the address of a sheet of all that not every page has. */
export interface PageStyles {
  parts: StylePart[];
  rest: string;
}

/** Of the built style sheet what a page of this HTML uses: its first paint waits for no other rule. */
export function pickStyles(parts: readonly StylePart[], html: string): string {
  const there = namesIn(html);
  const used = new Set<string>();
  const collect = (text: string) => {
    for (const [word] of text.matchAll(WORD)) used.add(word);
  };
  for (const [variable] of html.matchAll(/var\(--[\w-]+/g)) collect(variable);
  // what is picked may name more
  for (let size = -1; size < used.size;) {
    size = used.size;
    collect(pick(parts, there, used));
  }
  return pick(parts, there, used);
}

const WORD = /[\w-]{2,}/g;

function pick(parts: readonly StylePart[], there: ReadonlySet<string>, used: ReadonlySet<string>): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('needs' in part)
        return part.needs.some((names) => names.every((name) => there.has(name))) ? part.text : '';
      if ('name' in part) return used.has(part.name) ? part.text : '';
      const inside = pick(part.parts, there, used);
      if (inside) return `${part.head}{${inside}}`;
      // layers keep their order
      return part.head.startsWith('@layer ') ? `${part.head};` : '';
    })
    .join('');
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The classes and elements that stand in a page's HTML. */
function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (const [element] of html.matchAll(/<[a-z][\w-]*/g)) names.add(element);
  for (const [, list = ''] of html.matchAll(/\sclass="([^"]*)"/g))
    for (const name of list.split(/\s+/))
      names.add(name.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity));
  return names;
}
