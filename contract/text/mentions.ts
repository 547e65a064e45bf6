/** People whom one text mentions; who stands behind them is only words. */
export const MAX_MENTIONS = 10;

/** The usernames that a word behind an @ may mean: a sentence's full stop may be part of a name or not. */
export function namesMeant(word: string): string[] {
  const names = [word];
  for (let name = word; /[._-]$/.test(name);) {
    name = name.slice(0, -1);
    names.push(name);
  }
  return names.filter(({ length }) => length >= 3 && length <= 30);
}
