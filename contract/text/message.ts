/** An amount, which each language writes by itself. */
export interface Money {
  cents: number;
  currency: string;
}

/**
 * What a message names: text as it is, a number or an amount as the language writes it, other messages, or what each
 * language (its tag) writes by itself, such as a country.
 */
export type MessageValue =
  | string
  | number
  | Money
  | Message
  | readonly Message[]
  | ((language: string) => string);

/**
 * A text for a person, which is rendered once, in the reader's language, when it goes out (server/app/i18n/translate.ts).
 * `id`: its English, under which catalogs hold it; `{0}` stands for the first value, which may be elsewhere in another
 * language.
 */
export class Message {
  readonly id: string;
  readonly values: readonly MessageValue[];
  constructor(id: string, values: readonly MessageValue[] = []) {
    this.id = id;
    this.values = values;
  }
}

/** Marks a text that is rendered elsewhere than where it stands, so that catalogs hold it: msg('Paid'). */
export function msg<Id extends string>(id: Id): Id;
/** A message with its values: msg`At most ${5} pictures.` */
export function msg(parts: TemplateStringsArray, ...values: MessageValue[]): Message;
export function msg(parts: string | TemplateStringsArray, ...values: MessageValue[]): string | Message {
  if (typeof parts === 'string') return parts;
  return new Message(
    parts.reduce((before, part, at) => `${before}{${at - 1}}${part}`),
    values,
  );
}

const rules = new Map<string, Message>();

/** As msg`…`, for a schema, which takes plain text: its English, by which `findRule` has the message. At the top of a module. */
export function rule(parts: TemplateStringsArray, ...values: MessageValue[]): string {
  const message = msg(parts, ...values);
  const english = inEnglish(message);
  rules.set(english, message);
  return english;
}

/** What a schema says of a value: one of its rules with values, or a text of the catalogs. */
export const findRule = (text: string): Message => rules.get(text) ?? new Message(text);

/** Whether it only puts others side by side, such as `{0} {1}`: there is nothing to translate in it. */
export const isFrame = (id: string): boolean => !/\p{L}/u.test(id.replaceAll(/\{\w+\}/g, ''));

/** A message as it is stored: its code and values; a string is what a person wrote. */
export type Stored = string | { code: string; values: unknown[] };

/** What a message that is stored may name. */
export type StoredValue = string | number | Money | StoredMessage | readonly StoredMessage[];

/** One that may be stored: its `json` in a column of jsonb, which `readMessage` reads. */
export class StoredMessage extends Message {
  readonly stored: Stored;
  constructor(id: string, values: readonly StoredValue[], stored: Stored) {
    super(id, values);
    this.stored = stored;
  }
  get json(): string {
    return JSON.stringify(this.stored);
  }
}

/** What a person wrote, where messages of ours may stand as well: shown to the letter. */
export const verbatim = (text: string): StoredMessage => new StoredMessage('{0}', [text], text);

const texts = new Map<string, string>();

/**
 * The messages of a slice that are stored, or thrown by a job, by their codes. A code stays once it is released; what it
 * says may change. `const PROBLEMS = storedMessages('webhooks', { ANSWERED: 'It answered {0}.' })`, and then
 * `PROBLEMS.ANSWERED(404)`.
 */
export function storedMessages<Texts extends Record<string, string>>(
  slice: string,
  ids: Texts,
): { [Code in keyof Texts]: (...values: StoredValue[]) => StoredMessage } {
  const messages = Object.entries(ids).map(([name, id]) => {
    const code = `${slice}.${name}`;
    texts.set(code, id);
    return [name, (...values: StoredValue[]) => coded(code, id, values)] as const;
  });
  return Object.fromEntries(messages) as {
    [Code in keyof Texts]: (...values: StoredValue[]) => StoredMessage;
  };
}

const coded = (code: string, id: string, values: readonly StoredValue[]): StoredMessage =>
  new StoredMessage(id, values, { code, values: values.map(storedValue) });

function storedValue(value: StoredValue): unknown {
  if (value instanceof StoredMessage) return value.stored;
  return value instanceof Array ? value.map(({ stored }) => stored) : value;
}

/** What a column of `StoredMessage.stored` holds. A code that no slice has any more is shown as such. */
export function readMessage(stored: unknown): StoredMessage {
  if (typeof stored !== 'object' || stored === null || !('code' in stored)) return verbatim(String(stored));
  const { code, values = [] } = stored as { code: string; values?: unknown[] };
  return coded(code, texts.get(code) ?? code, values.map(readValue));
}

/** The same in a column of JSON whose fields may be messages; all others stay as they are. */
export function readMessagesIn(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]: [string, unknown]) => [
      name,
      isCoded(value) ? readMessage(value) : value,
    ]),
  );
}

const isCoded = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'code' in value && 'values' in value;

export const readMessageOrNull = (stored: Stored | null): StoredMessage | null =>
  stored === null ? null : readMessage(stored);

function readValue(value: unknown): StoredValue {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(readMessage);
  return typeof value === 'object' && value !== null && 'cents' in value
    ? (value as Money)
    : readMessage(value);
}

/** An error whose message is for a person. The error's own `message` is in English, for logs. */
export class MessageError extends Error {
  readonly text: StoredMessage;
  constructor(text: StoredMessage, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.text = text;
  }
}

/** What an error says: a message of ours, else the words it came with. */
export function messageOf(error: unknown): StoredMessage {
  if (error instanceof MessageError) return error.text;
  return verbatim(error instanceof Error ? error.message : String(error));
}

/** As it stands in the code, with its values: for logs and the owner's shell. */
export const inEnglish = (message: Message): string =>
  fillIn(
    message.id,
    message.values.map((value) => valueInEnglish(value)),
  );

export const fillIn = (id: string, values: readonly string[]): string =>
  id.replaceAll(/\{(\d+)\}/g, (_, at: string) => values[Number(at)] ?? '');

function valueInEnglish(value: MessageValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'function') return value('en');
  if (value instanceof Message) return inEnglish(value);
  return 'cents' in value
    ? new Intl.NumberFormat('en-US', { style: 'currency', currency: value.currency }).format(
        value.cents / 100,
      )
    : value.map(inEnglish).join(', ');
}
