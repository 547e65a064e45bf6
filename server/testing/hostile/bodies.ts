import { fill, MODEST, type Filling, type JsonSchema } from './schemas.ts';

/** Stands where JSON of its own comes. */
const RAW = '\u{E000}raw\u{E000}';

/** How to fill a body so that it takes about so many bytes, and what stands for RAW then. */
interface Style {
  filling(room: number): Filling;
  raw?(room: number): string;
}

/** As many as are taken and there is room for. */
const repeat = (item: unknown, room: number, most = Infinity): unknown[] =>
  Array(Math.max(1, Math.min(most, Math.floor(room / (JSON.stringify(item).length + 1))))).fill(item);

/** Every text, list and number as large as it may be. */
const ofLetters = (letters: string): Style => ({
  filling: (room) => {
    const filling: Filling = {
      text: ({ maxLength = 3000 }) =>
        letters.repeat(Math.max(1, Math.min(maxLength, Math.floor(room / 3)) / letters.length)),
      number: ({ maximum = Number.MAX_SAFE_INTEGER }) => maximum,
      list: ({ items = {}, maxItems }) => repeat(fill(items, filling), room, maxItems),
      names: ({ propertyNames }) => propertyNames?.enum ?? ['a'],
    };
    return filling;
  },
});
const ofRaw = (raw: (room: number) => string): Style => ({
  filling: () => ({ ...MODEST, text: () => RAW, number: () => RAW, list: () => [RAW] }),
  raw,
});

const LETTERS = {
  letters: 'a',
  'letters that stand for eighteen': '\uFDFA',
  marks: '\u0301',
  'halves of a pair': '\uD800',
  NUL: '\0',
  words: 'a ',
  'line breaks': '\n',
  brackets: '(<[{&',
};
const STYLES: Record<string, Style> = {
  ...Object.fromEntries(Object.entries(LETTERS).map(([name, letters]) => [name, ofLetters(letters)])),
  'lists without end': {
    filling: (room) => ({ ...MODEST, list: ({ items = {} }) => repeat(fill(items, MODEST), room) }),
  },
  'wrong lists without end': { filling: (room) => ({ ...MODEST, list: () => repeat({}, room) }) },
  'full lists of what is wrong': {
    filling: (room) => ({ ...MODEST, list: ({ maxItems }) => repeat({}, room, maxItems) }),
  },
  'full lists of what is wrong inside': {
    filling: (room) => {
      const filling: Filling = {
        ...MODEST,
        text: () => 0,
        number: () => 'a',
        list: ({ items = {}, maxItems }) => repeat(fill(items, filling), room, maxItems),
      };
      return filling;
    },
  },
  'names without end': {
    filling: (room) => ({
      ...MODEST,
      names: () => repeat('k12345', room / 2).map((name, at) => `${name as string}${at}`),
    }),
  },
  'deep lists': ofRaw((room) => '['.repeat(room / 2) + ']'.repeat(room / 2)),
  'deep objects': ofRaw((room) => `${'{"a":'.repeat(room / 6)}0${'}'.repeat(room / 6)}`),
  'endless numbers': ofRaw(() => '1e999'),
  'long numbers': ofRaw((room) => '9'.repeat(room)),
};

type Named = [name: string, make: () => string];

/** What an endpoint may be sent in so many bytes that is large and nasty, by what is special about it. */
export function hostileBodies(schema: JsonSchema, limit: number): Named[] {
  const unknown = () => `{${Array.from({ length: limit / 16 }, (_, at) => `"k${at}":0`).join(',')}}`;
  return [
    ...Object.entries(STYLES).map(([name, style]): Named => [name, () => write(schema, style, limit)]),
    ['names that nobody knows', unknown],
  ];
}

function write(schema: JsonSchema, { filling, raw }: Style, limit: number): string {
  for (let room = limit; ; room = Math.floor(room / 2)) {
    const text = JSON.stringify(fill(schema, filling(room)));
    const body = raw ? text.replaceAll(JSON.stringify(RAW), () => raw(room)) : text;
    if (Buffer.byteLength(body) <= limit || room < 16) return body;
  }
}

const BOUNDARY = 'b';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const MAX_FIELD = 64 << 10;

/** Every field of a form as large as one may be, before a file that is none. */
export function hostileForms({ properties = {} }: JsonSchema): Named[] {
  const part = (name: string, more: string, content: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
  return Object.entries(LETTERS).map(([name, letters]) => {
    const text = letters.repeat(MAX_FIELD / Buffer.byteLength(letters) - 1);
    const fields = Object.keys(properties).filter((field) => field !== 'file');
    const make = () =>
      `${fields.map((field) => part(field, '', text)).join('')}${part('file', `; filename="${letters}.mp4"`, text)}--${BOUNDARY}--\r\n`;
    return [name, make];
  });
}
