import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

type Choices = Record<string, CompiledMessage | number | undefined>;

/**
 * Compiles the English texts of the code when they are first shown: ICU MessageFormat as Lingui's macros write it, which is
 * values, plurals and selects. Catalogs come compiled, by the whole parser, which weighs more than all else here; for what
 * the macros write both make the same (compile-message.test.ts).
 */
export function compileMessage(text: string): CompiledMessage {
  let at = 0;
  const word = (): string => {
    const [found = ''] = /^[\s,]*([^\s,{}]*)/.exec(text.slice(at)) ?? [];
    at += found.length;
    return found.replace(/^[\s,]+/, '');
  };
  const skipTo = (sign: string): void => {
    at = text.indexOf(sign, at) + 1;
  };
  const parts = (isNested: boolean, isPlural: boolean): CompiledMessage => {
    const found: CompiledMessage = [];
    let plain = '';
    const flush = (): void => {
      if (plain) found.push(plain);
      plain = '';
    };
    while (at < text.length && !(isNested && text[at] === '}')) {
      const sign = text[at];
      const quoted = /^'([{}][^']*)'/.exec(text.slice(at));
      if (quoted) {
        plain += quoted[1];
        at += quoted[0].length;
      } else if (sign === '{') {
        flush();
        at++;
        found.push(argument());
        at++;
      } else if (sign === '#' && isPlural) {
        flush();
        found.push('#');
        at++;
      } else {
        plain += sign;
        at++;
      }
    }
    flush();
    return found;
  };
  const argument = (): CompiledMessage[number] => {
    const name = word();
    const type = word();
    if (!type) return [name];
    const choices: Choices = { offset: undefined };
    for (let key = word(); text[at] !== '}'; key = word()) {
      if (key.startsWith('offset:')) {
        choices['offset'] = Number(key.slice(7));
        continue;
      }
      skipTo('{');
      choices[key.replace(/^=/, '')] = parts(true, type !== 'select');
      at++;
    }
    return [name, type, choices];
  };
  return parts(false, false);
}
