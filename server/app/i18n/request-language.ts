import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGE_COOKIE, type Language } from '#contract/text/languages.ts';
import type { Settings } from '../start/settings.ts';
import { requestedLanguage, chooseLanguage, type OfferedLanguages } from './choose-language.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language chosen by the caller's account, once the caller is known. */
    accountLanguage: Language | null;
  }
}

const YEAR = 365 * 24 * 3600;

/** The language to respond to this request in. */
export function languageOf(request: FastifyRequest, offered: OfferedLanguages): Language {
  const { accountLanguage, raw } = request;
  if (accountLanguage && !requestedLanguage(raw.url, offered) && offered.languages.includes(accountLanguage))
    return accountLanguage;
  return chooseLanguage(raw, offered);
}

/** Stores a choice in a cookie for the browser's next requests. */
export function setLanguageCookie(reply: FastifyReply, language: Language, { PUBLIC_URL }: Settings): void {
  void reply.setCookie(LANGUAGE_COOKIE, language, {
    path: '/',
    maxAge: YEAR,
    sameSite: 'lax',
    secure: PUBLIC_URL.startsWith('https:'),
  });
}
