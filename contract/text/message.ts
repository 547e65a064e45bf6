/** An amount, formatted per language. */
export interface Money {
  cents: number;
  currency: string;
}

/**
 * A message's parameter: literal text, a number or an amount, other messages, or values each language formats itself
 * from its tag, such as a country.
 */
export type MessageValue =
  | string
  | number
  | Money
  | Message
  | readonly Message[]
  | ((language: string) => string);

/**
 * A user-facing text, rendered once, in the reader's language, when it is sent (server/app/i18n/translate.ts). `id`:
 * its English text, the key in catalogs; `{0}` is the first value, which translations may place elsewhere.
 */
export class Message {
  readonly id: string;
  readonly values: readonly MessageValue[];
  constructor(id: string, values: readonly MessageValue[] = []) {
    this.id = id;
    this.values = values;
  }
}

/** Marks a text that is rendered elsewhere, so that catalogs include it: msg('Paid'). */
export function msg<Id extends string>(id: Id): Id;
/** A message with its values: msg`Up to ${5} pictures.` */
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

/** A schema's error message: one of its rules with values, or a text of the catalogs. */
export const findRule = (text: string): Message => rules.get(text) ?? new Message(text);

/** Whether it only joins other messages, such as `{0} {1}`: there is nothing to translate. */
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

/** User-written text where a message is expected: shown literally. */
export const verbatim = (text: string): StoredMessage => new StoredMessage('{0}', [text], text);

const texts = new Map<string, string>();

/**
 * A slice's messages that are stored, or thrown by a job, by their codes. A code is permanent once released; its text
 * may change. `const PROBLEMS = storedMessages('webhooks', { ANSWERED: 'It answered {0}.' })`, and then
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

/** Reads a column of `StoredMessage.stored`. A code that no slice defines any more is shown as is. */
export function readMessage(stored: unknown): StoredMessage {
  if (typeof stored !== 'object' || stored === null || !('code' in stored)) return verbatim(String(stored));
  const { code, values = [] } = stored as { code: string; values?: unknown[] };
  return coded(code, texts.get(code) ?? code, values.map(readValue));
}

/** The same in a JSON column whose fields may be messages; all others stay unchanged. */
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

/** An error with a user-facing message. The error's own `message` is in English, for logs. */
export class MessageError extends Error {
  readonly text: StoredMessage;
  constructor(text: StoredMessage, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.text = text;
  }
}

/** An error's message: one of ours, else its own text. */
export function messageOf(error: unknown): StoredMessage {
  if (error instanceof MessageError) return error.text;
  return verbatim(error instanceof Error ? error.message : String(error));
}

/** In English, with its values: for logs and the owner's shell. */
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
