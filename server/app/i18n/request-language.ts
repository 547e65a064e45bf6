import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGE_COOKIE, type Language } from '#contract/text/languages.ts';
import type { Settings } from '../start/settings.ts';
import { requestedLanguage, chooseLanguage, type OfferedLanguages } from './choose-language.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the account of whoever calls has chosen, once it is known who that is. */
    accountLanguage: Language | null;
  }
}

const YEAR = 365 * 24 * 3600;

/** The language in which this request is answered. */
export function languageOf(request: FastifyRequest, offered: OfferedLanguages): Language {
  const { accountLanguage, raw } = request;
  if (accountLanguage && !requestedLanguage(raw.url, offered) && offered.languages.includes(accountLanguage))
    return accountLanguage;
  return chooseLanguage(raw, offered);
}

/** Keeps a choice for the browser's requests to come. */
export function setLanguageCookie(reply: FastifyReply, language: Language, { PUBLIC_URL }: Settings): void {
  void reply.setCookie(LANGUAGE_COOKIE, language, {
    path: '/',
    maxAge: YEAR,
    sameSite: 'lax',
    secure: PUBLIC_URL.startsWith('https:'),
  });
}
