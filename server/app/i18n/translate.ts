import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '#contract/languages.ts';
import {
  findKept,
  findRule,
  findWritten,
  inEnglish,
  isFrame,
  type Said,
  type SaidValue,
} from '#contract/text/said.ts';

/** By the text as it stands in the code; made of locales/<language>/server.po by build/compile-texts.ts. */
type Catalog = Record<string, CompiledMessage>;

const FOLDER = join(import.meta.dirname, '../../../dist/locales');

const opened = new Map<Language, I18n>();

/** A language is read when it is first needed; without a build everything is said in English. */
function open(language: Language): I18n {
  const known = opened.get(language);
  if (known) return known;
  const file = join(FOLDER, `${language}.json`);
  const catalog =
    language !== SOURCE_LANGUAGE && existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Catalog)
      : {};
  const i18n = setupI18n({ locale: language, messages: { [language]: catalog } });
  i18n.setMessagesCompiler(compileMessage);
  if (LANGUAGES[language].dir === 'rtl') isolateValues(i18n);
  opened.set(language, i18n);
  return i18n;
}

/** Names, links and numbers of parcels run from left to right: each stands by itself, so that it leaves what is around in order. */
function isolateValues(i18n: I18n): void {
  const say = i18n._.bind(i18n) as (id: string, values: Record<string, unknown>) => string;
  const isolate = (value: unknown) => (typeof value === 'string' ? `\u2068${value}\u2069` : value);
  i18n._ = (id: unknown, values: Record<string, unknown> = {}) =>
    say(
      id as string,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)])),
    );
}

/** For texts that are written where they are said, such as mails: `i18n._('Welcome to {site}', { site })`. */
export const i18nOf = (language: Language): I18n => open(language);

/** What a person reads of an error, or of a rule of the contract; in English where there is no translation. */
export function translate(language: Language, text: string | Said): string {
  const written = typeof text === 'string' ? findWritten(text) : null;
  if (written !== null) return written;
  const i18n = open(language);
  const catalog = i18n.messages as Catalog;
  const bare = typeof text === 'string' ? text : text.values.length === 0 ? text.message : null;
  const said = bare === null ? (text as Said) : wordsOf(bare, catalog);
  const compiled = catalog[said.message];
  if (!compiled && !isFrame(said.message)) return bare ?? inEnglish(said);
  // a plural reads the number itself
  const counted = new Set(
    (compiled ?? []).flatMap((part) => (typeof part !== 'string' && part[1] ? [part[0]] : [])),
  );
  const shown = (value: SaidValue, at: number): string | number => {
    if (typeof value === 'object') return translate(language, value);
    if (typeof value === 'function') return value(language);
    return typeof value === 'number' && !counted.has(String(at)) ? value.toLocaleString(language) : value;
  };
  const values = said.values.map(shown);
  if (!compiled) return inEnglish({ message: said.message, values });
  return i18n._(said.message, Object.fromEntries(values.entries()));
}

const wordsOf = (text: string, catalog: Catalog): Said =>
  findRule(text) ?? (catalog[text] ? undefined : findKept(text)) ?? { message: text, values: [] };

/** Of a sentence that goes on with another one that is kept. */
export const readSentence = (english: string) => (language: string) =>
  translate(language as Language, english);

/** The same within a mail. */
export const translateBy = ({ locale }: I18n, text: string | Said): string =>
  translate(locale as Language, text);
