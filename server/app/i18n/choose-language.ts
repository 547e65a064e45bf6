import type { IncomingHttpHeaders } from 'node:http';
import { LANGUAGE_COOKIE, LANGUAGE_PARAM, LANGUAGE_TAGS, type Language } from '#contract/text/languages.ts';

/** The languages that the owner offers. */
export interface OfferedLanguages {
  languages: Language[];
  defaultLanguage: Language;
}

interface LanguageSources {
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Tags that a client may send; the first few are what matters. */
const MAX_TAGS = 20;
const IN_COOKIE = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=([^;]*)`);
const IN_ADDRESS = new RegExp(`[?&]${LANGUAGE_PARAM}=([^&#]*)`);

/**
 * The language to respond in: from the URL, else the browser's cookie, else Accept-Language, else the owner's
 * default. No user agent is parsed: search engines send neither of the two, and phones' user agents look like
 * theirs.
 */
export function chooseLanguage({ url, headers }: LanguageSources, offered: OfferedLanguages): Language {
  const requested = requestedLanguage(url, offered);
  if (requested) return requested;
  const fromCookie = headers.cookie && IN_COOKIE.exec(headers.cookie)?.[1];
  return (
    (fromCookie ? offeredLanguage(fromCookie, offered) : null) ??
    preferredLanguage(headers['accept-language'], offered) ??
    offered.defaultLanguage
  );
}

/** The one that an address chooses, where it is offered. */
export function requestedLanguage(url: string | undefined, offered: OfferedLanguages): Language | null {
  const requested = url && IN_ADDRESS.exec(url)?.[1];
  return requested ? offeredLanguage(requested, offered) : null;
}

/** `PT-br` → `pt-BR`; null where it isn't offered. */
function offeredLanguage(tag: string, { languages }: OfferedLanguages): Language | null {
  const wanted = tag.toLowerCase();
  return languages.find((language) => language.toLowerCase() === wanted) ?? null;
}

/** By Accept-Language (RFC 9110 §12.5.4): `de-AT` is served by `de`, `pt` and `pt-PT` by `pt-BR`. */
function preferredLanguage(header: string | undefined, offered: OfferedLanguages): Language | null {
  if (!header) return null;
  const wanted = header
    .split(',', MAX_TAGS)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { tag } of wanted) {
    if (tag === '*') return null;
    const [base = ''] = tag.toLowerCase().split('-', 1);
    const found =
      offeredLanguage(tag, offered) ??
      offeredLanguage(base, offered) ??
      offered.languages.find((language) => language.toLowerCase().startsWith(`${base}-`));
    if (found) return found;
  }
  return null;
}

/** The language to write to a person in: the best known preference that the owner offers. */
export function spokenLanguage(
  wished: (string | null | undefined)[],
  { languages, defaultLanguage }: OfferedLanguages,
): Language {
  const found = wished.map((tag) => languages.find((language) => language === tag)).find(Boolean);
  return found ?? defaultLanguage;
}

/** A stored language, which may no longer be offered. */
export const knownLanguage = (tag: string | null): Language | null =>
  LANGUAGE_TAGS.find((language) => language === tag) ?? null;
