import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '#contract/text/languages.ts';
import { fillIn, inEnglish, isFrame, Message, type MessageValue } from '#contract/text/message.ts';
import { formatMoney } from './formats.ts';

/** By source text; compiled from locales/<language>/server.po by build/compile-texts.ts. */
type Catalog = Record<string, CompiledMessage>;

const FOLDER = join(import.meta.dirname, '../../../dist/locales');

const opened = new Map<Language, I18n>();

/** A language is loaded on first use; without a build every text is English. */
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

/**
 * Names, links and tracking numbers run left to right: each is isolated, so that it doesn't reorder its
 * surroundings.
 */
function isolateValues(i18n: I18n): void {
  const format = i18n._.bind(i18n) as (id: string, values: Record<string, unknown>) => string;
  const isolate = (value: unknown) => (typeof value === 'string' ? `\u2068${value}\u2069` : value);
  i18n._ = (id: unknown, values: Record<string, unknown> = {}) =>
    format(
      id as string,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)])),
    );
}

/** For texts that are written in place, such as mails: `i18n._('Welcome to {site}', { site })`. */
export const i18nOf = (language: Language): I18n => open(language);

/** A text as its reader reads it; in English where there is no translation. */
export function translate(language: Language, text: string | Message): string {
  const i18n = open(language);
  const catalog = i18n.messages as Catalog;
  const { id, values } = typeof text === 'string' ? new Message(text) : text;
  const compiled = catalog[id];
  if (!compiled && !isFrame(id)) return inEnglish(new Message(id, values));
  // a plural reads the number itself
  const counted = new Set(
    (compiled ?? []).flatMap((part) => (typeof part !== 'string' && part[1] ? [part[0]] : [])),
  );
  const shown = values.map((value, at) =>
    typeof value === 'number' && counted.has(String(at)) ? value : render(language, value),
  );
  return compiled ? i18n._(id, Object.fromEntries(shown.entries())) : fillIn(id, shown.map(String));
}

function render(language: Language, value: MessageValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return value.toLocaleString(language);
  if (typeof value === 'function') return value(language);
  if (value instanceof Message) return translate(language, value);
  if ('cents' in value) return formatMoney(value.cents, value.currency, language);
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(
    value.map((each) => translate(language, each)),
  );
}

/** The same within a mail. */
export const translateBy = ({ locale }: I18n, text: string | Message): string =>
  translate(locale as Language, text);
