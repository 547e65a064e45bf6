import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { CatalogType } from '@lingui/conf';

/** One place in a catalog, or in the code, that is wrong. */
export interface Problem {
  location: string;
  what: string;
}

/**
 * What is wrong with a catalog (`path`, with its `text`) beside the texts of the code: those it lacks, those it has too
 * much, translations that can't be read or name other values than the English does, and plurals that lack a form of
 * `language`.
 */
export function checkCatalog(
  path: string,
  text: string,
  { extracted, catalog, language }: { extracted: CatalogType; catalog: CatalogType; language?: string },
): { problems: Problem[]; untranslated: number } {
  const lines = text.split('\n');
  const lineOf = (message: string): number => {
    const start = JSON.stringify(message.split('\n', 1)[0]).slice(0, -1);
    return lines.findIndex((line) => line.startsWith(`msgid ${start}`)) + 1;
  };
  const problems: Problem[] = [];
  let untranslated = 0;
  for (const [id, { message = id, origin }] of Object.entries(extracted)) {
    const found = catalog[id];
    if (!found || found.obsolete) {
      const [file, line] = origin?.[0] ?? [path];
      problems.push({
        location: `${file}:${line ?? 1}`,
        what: `“${message}” is missing in ${path}: run npm run texts`,
      });
    } else if (!found.translation) untranslated++;
    else {
      const what =
        compare(message, found.translation) ?? (language ? lacksForm(found.translation, language) : null);
      if (what) problems.push({ location: `${path}:${lineOf(message)}`, what });
    }
  }
  for (const [id, { message = id }] of Object.entries(catalog))
    if (!extracted[id])
      problems.push({
        location: `${path}:${lineOf(message)}`,
        what: `“${message}” is not used: run npm run texts`,
      });
  return { problems, untranslated };
}

/** What is wrong with a translation; null where it names the same values and elements. */
function compare(message: string, translation: string): string | null {
  const wanted = namesIn(message);
  let given: Set<string>;
  try {
    given = namesIn(translation);
  } catch (error) {
    return `“${translation}” can't be read: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`;
  }
  const lacks = [...wanted].filter((name) => !given.has(name));
  const more = [...given].filter((name) => !wanted.has(name));
  if (lacks.length === 0 && more.length === 0) return null;
  return `“${translation}” ${[lacks.length ? `lacks ${lacks.join(' ')}` : '', more.length ? `has ${more.join(' ')}, which the English has not` : ''].filter(Boolean).join(' and ')}`;
}

/** Which forms of whole numbers a plural of a language lacks; null: none. */
function lacksForm(translation: string, language: string): string | null {
  const rules = new Intl.PluralRules(language);
  const forms = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
  const lacking = locationsIn(compileMessageOrThrow(translation)).flatMap(([, kind, given]) =>
    kind === 'plural' ? [...forms].filter((form) => !(form in given)) : [],
  );
  return lacking.length === 0
    ? null
    : `“${translation}” lacks the plural form ${[...new Set(lacking)].join(', ')}`;
}

/** `{name}` and `<0>`, anywhere in a text. */
function namesIn(text: string): Set<string> {
  const names = new Set([...text.matchAll(/<(\d+)\/?>/g)].map(([, name]) => `<${name}>`));
  for (const [name] of locationsIn(compileMessageOrThrow(text))) names.add(`{${name}}`);
  return names;
}

/** Values of a message, those within the forms of others too: name, kind, and the forms by their names. */
function locationsIn(parts: CompiledMessage): [name: string, kind: string, forms: object][] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    const [name, kind = '', given] = part;
    const forms = typeof given === 'object' && given !== null ? given : {};
    const within = Object.values(forms).flatMap((form) =>
      Array.isArray(form) ? locationsIn(form as CompiledMessage) : [],
    );
    return [[name, kind, forms] as [string, string, object], ...within];
  });
}
