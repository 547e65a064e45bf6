/** Letters changed, added or left out; half of a word is another word. */
const FURTHEST = 0.5;

/** The closest name: one that starts with the input, else the one with the fewest edits. */
export function nearestTo(typed: string, names: string[]): string | null {
  const completed = names.find((name) => name.startsWith(typed));
  if (completed !== undefined) return completed;
  const [nearest] = names
    .map((name) => ({ name, changes: changesBetween(typed, name) }))
    .toSorted((one, other) => one.changes - other.changes);
  return nearest && nearest.changes <= nearest.name.length * FURTHEST ? nearest.name : null;
}

/** Levenshtein's distance, row by row. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, wanted] of [...other].entries())
      next.push(
        Math.min(
          (next[index] ?? 0) + 1,
          (row[index + 1] ?? 0) + 1,
          (row[index] ?? 0) + Number(letter !== wanted),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
