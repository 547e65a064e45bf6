import { MAX_MENTIONS, partsOf } from '#contract/text/rich-text.ts';

/** A name that stood behind an @, and who that is. */
export interface Mention {
  userId: number;
  name: string;
}

/** Every name that a text may mention, each once, in lower case. */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  partsOf(text, (name) => {
    names.add(name.toLowerCase());
    return null;
  });
  return [...names];
}

/** The first users mentioned in a text. `known`: ids by lower-case names. */
export function mentionsIn(text: string, known: ReadonlyMap<string, number>): Mention[] {
  const found = new Map<string, number>();
  partsOf(text, (written) => {
    const name = written.toLowerCase();
    const userId = known.get(name);
    if (userId === undefined) return null;
    if (new Set(found.values()).add(userId).size <= MAX_MENTIONS) found.set(name, userId);
    return name;
  });
  return [...found].map(([name, userId]) => ({ userId, name }));
}

/** A mention as it is stored: the name that was written, in lower case, and what that person is called now. */
export interface StoredMention {
  name: string;
  username: string;
}

/** A text with the names that people have now. */
export function withNewNames(text: string, mentions: readonly StoredMention[]): string {
  if (mentions.every(({ name, username }) => name === username.toLowerCase())) return text;
  const current = new Map(mentions.map(({ name, username }) => [name, username]));
  return partsOf(text, (name) => current.get(name.toLowerCase()) ?? null)
    .map((part) =>
      part.kind === 'mention' && part.text.slice(1).toLowerCase() !== part.username.toLowerCase()
        ? `@${part.username}`
        : part.text,
    )
    .join('');
}
