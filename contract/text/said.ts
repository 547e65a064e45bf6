/**
 * What a sentence names: text as it is, a number as the language writes it, something that is said itself, or what each
 * language (its tag) writes by itself, such as a country.
 */
export type SaidValue = string | number | Said | ((language: string) => string);

/** A sentence for a person, with its values apart: `{0}` stands for the first, and another language may put it elsewhere. */
export interface Said {
  message: string;
  values: SaidValue[];
}

/** say`At most ${5} pictures.` */
export function say(parts: TemplateStringsArray, ...values: SaidValue[]): Said {
  const message = parts.reduce((before, part, at) => `${before}{${at - 1}}${part}`);
  return { message, values };
}

/** Marks a sentence that is said elsewhere than where it stands, so that it is found for the catalogs. */
export const msg = <Message extends string>(message: Message): Message => message;

/** Whether it only puts others side by side, such as `{0} {1}`: there is nothing to translate in it. */
export const isFrame = (message: string): boolean => !/\p{L}/u.test(message.replaceAll(/\{\w+\}/g, ''));

/** A sentence to stand in another: one without values, or as it is kept. */
export const plain = (message: string): Said => ({ message, values: [] });

/** As it stands in the code, with its values. */
export function inEnglish({ message, values }: Said): string {
  return message.replaceAll(/\{(\d+)\}/g, (_, at: string) => {
    const value = values[Number(at)] ?? '';
    if (typeof value === 'number') return value.toLocaleString('en');
    if (typeof value === 'function') return value('en');
    return typeof value === 'string' ? value : inEnglish(value);
  });
}

const rules = new Map<string, Said>();

/**
 * As `say`, for schemas, which take plain text: the server finds by the English what was said. For what is known when the
 * module is read: each is kept.
 */
export function rule(parts: TemplateStringsArray, ...values: SaidValue[]): string {
  const said = say(parts, ...values);
  const english = inEnglish(said);
  rules.set(english, said);
  return english;
}

export const findRule = (english: string): Said | undefined => rules.get(english);

/** Sentences that are kept in English and said later, maybe by another process, with how they read. */
const kept: { message: string; pattern: RegExp; read: ReadValue | undefined }[] = [];

/** What a value says that is no name, such as an amount or a sentence of its own. */
type ReadValue = (english: string) => SaidValue;

/** As `msg`, for one with values that is kept: `keep('{0} is too large.')`, at the top of a module. */
export function keep(message: string, read?: ReadValue): string {
  const parts = message
    .split(/\{\d\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  kept.push({ message, pattern: new RegExp(`^${parts.join('(.*)')}$`, 's'), read });
  return message;
}

/** The same with its values, as it is kept. */
export const withValues = (message: string, ...values: string[]): string => inEnglish({ message, values });

const ready = new Set<string>();

/** As `msg`, at the top of a module, for a reason of ours that stands where people write their own. */
export function readyReason(message: string): string {
  ready.add(message);
  return message;
}

/** Before what a person wrote, where sentences of ours may stand as well. No stored text holds this character. */
const WRITTEN = '\0';

/** What a person wrote, for where `translate` reads sentences of ours: it is shown as it is. */
export const asWritten = (text: string): string => WRITTEN + text;

/** A reason that is kept: one of ours, or what a person wrote. */
export const reasonIn = (kept: string): string => (ready.has(kept) ? kept : asWritten(kept));

/** The same as the value of a sentence. */
export const reasonValue = (kept: string): SaidValue => (ready.has(kept) ? plain(kept) : kept);

/** Null: it is a sentence of ours. */
export const findWritten = (text: string): string | null =>
  text.startsWith(WRITTEN) ? text.slice(WRITTEN.length) : null;

/** What was said, by how it was kept. Values come in the order of the sentence. */
export function findKept(english: string): Said | undefined {
  for (const { message, pattern, read } of kept) {
    const [, ...values] = pattern.exec(english) ?? [];
    if (values.length > 0) return { message, values: read ? values.map(read) : values };
  }
  return undefined;
}
