const DIGIT = /\p{Nd}/u;

/** Digits of any script, Arabic or full-width ones for example, as 0 to 9; what else has a full-width form as its plain one. */
export const toAsciiDigits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    // Unicode has the ten of a script in a row, and some rows right behind each other
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
    return String(before % 10);
  });
