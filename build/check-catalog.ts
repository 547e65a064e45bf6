import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { CatalogType } from '@lingui/conf';

/** One place in a catalog, or in the code, that is wrong. */
export interface Problem {
  place: string;
  what: string;
}

/**
 * What is wrong with a catalog (`path`, with its `text`) beside the texts of the code: those it lacks, those it has too
 * much, and translations that can't be read or name other values than the English does.
 */
export function checkCatalog(
  path: string,
  text: string,
  { extracted, catalog }: { extracted: CatalogType; catalog: CatalogType },
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
        place: `${file}:${line ?? 1}`,
        what: `“${message}” is missing in ${path}: run npm run texts`,
      });
    } else if (!found.translation) untranslated++;
    else {
      const what = compare(message, found.translation);
      if (what) problems.push({ place: `${path}:${lineOf(message)}`, what });
    }
  }
  for (const [id, { message = id }] of Object.entries(catalog))
    if (!extracted[id])
      problems.push({
        place: `${path}:${lineOf(message)}`,
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

/** `{name}` and `<0>`, wherever they stand in a text. */
function namesIn(text: string): Set<string> {
  const names = new Set([...text.matchAll(/<(\d+)\/?>/g)].map(([, name]) => `<${name}>`));
  const walk = (parts: CompiledMessage): void => {
    for (const part of parts) {
      if (typeof part === 'string') continue;
      names.add(`{${part[0]}}`);
      const choices = part[2];
      if (typeof choices === 'object' && choices !== null)
        for (const choice of Object.values(choices))
          if (Array.isArray(choice)) walk(choice as CompiledMessage);
    }
  };
  walk(compileMessageOrThrow(text));
  return names;
}
