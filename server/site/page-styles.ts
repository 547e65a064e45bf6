/** A rule for every page, one for elements of some classes, or a group of them (`@media`, `@layer`). */
export type StylePart = string | { needs: string[][]; text: string } | { head: string; parts: StylePart[] };

/** What the build made of the style sheet: its parts in order, and the address of a sheet of all that not every page has. */
export interface PageStyles {
  parts: StylePart[];
  rest: string;
}

/** Of the built style sheet what a page of these classes uses: its first paint waits for no other rule. */
export function pickStyles(parts: readonly StylePart[], classes: ReadonlySet<string>): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('needs' in part)
        return part.needs.some((names) => names.every((name) => classes.has(name))) ? part.text : '';
      const inside = pickStyles(part.parts, classes);
      return inside && `${part.head}{${inside}}`;
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

/** All that stand in a page's HTML. */
export function classesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, list = ''] of html.matchAll(/\sclass="([^"]*)"/g))
    for (const name of list.split(/\s+/))
      names.add(name.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity));
  return names;
}
