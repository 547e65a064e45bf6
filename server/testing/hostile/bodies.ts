import { fill, MODEST, type Filling, type JsonSchema } from './schemas.ts';

/** Placeholder for raw JSON. */
const RAW = '\u{E000}raw\u{E000}';

/** Fills a body to about a given size; RAW is replaced by raw JSON. */
interface Style {
  filling(size: number): Filling;
  raw?(size: number): string;
}

/** As many as are taken and there is room for. */
const repeat = (item: unknown, size: number, most = Infinity): unknown[] =>
  Array(Math.max(1, Math.min(most, Math.floor(size / (JSON.stringify(item).length + 1))))).fill(item);

/** Every text, list and number as large as it may be. */
const ofLetters = (letters: string): Style => ({
  filling: (size) => {
    const filling: Filling = {
      text: ({ maxLength = 3000 }) =>
        letters.repeat(Math.max(1, Math.min(maxLength, Math.floor(size / 3)) / letters.length)),
      number: ({ maximum = Number.MAX_SAFE_INTEGER }) => maximum,
      list: ({ items = {}, maxItems }) => repeat(fill(items, filling), size, maxItems),
      names: ({ propertyNames }) => propertyNames?.enum ?? ['a'],
    };
    return filling;
  },
});
const ofRaw = (raw: (size: number) => string): Style => ({
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
    filling: (size) => ({ ...MODEST, list: ({ items = {} }) => repeat(fill(items, MODEST), size) }),
  },
  'wrong lists without end': { filling: (size) => ({ ...MODEST, list: () => repeat({}, size) }) },
  'full lists of what is wrong': {
    filling: (size) => ({ ...MODEST, list: ({ maxItems }) => repeat({}, size, maxItems) }),
  },
  'full lists of what is wrong inside': {
    filling: (size) => {
      const filling: Filling = {
        ...MODEST,
        text: () => 0,
        number: () => 'a',
        list: ({ items = {}, maxItems }) => repeat(fill(items, filling), size, maxItems),
      };
      return filling;
    },
  },
  'names without end': {
    filling: (size) => ({
      ...MODEST,
      names: () => repeat('k12345', size / 2).map((name, at) => `${name as string}${at}`),
    }),
  },
  'deep lists': ofRaw((size) => '['.repeat(size / 2) + ']'.repeat(size / 2)),
  'deep objects': ofRaw((size) => `${'{"a":'.repeat(size / 6)}0${'}'.repeat(size / 6)}`),
  'endless numbers': ofRaw(() => '1e999'),
  'long numbers': ofRaw((size) => '9'.repeat(size)),
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
  for (let size = limit; ; size = Math.floor(size / 2)) {
    const text = JSON.stringify(fill(schema, filling(size)));
    const body = raw ? text.replaceAll(JSON.stringify(RAW), () => raw(size)) : text;
    if (Buffer.byteLength(body) <= limit || size < 16) return body;
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
