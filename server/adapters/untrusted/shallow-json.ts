/** Deeper than any JSON that we, or the platforms we know, write. */
const MAX_DEPTH = 32;

/** JSON that is nested 32 deep at most. Throws SyntaxError. */
export function parseShallowJson(text: string): unknown {
  if (isDeep(text)) throw new SyntaxError('This is nested too deeply.');
  return JSON.parse(text);
}

/** Whether it is deeper, or has more objects and arrays. In one pass: brackets within strings are ignored. */
export function isDeep(text: string, maxParts = Infinity): boolean {
  let depth = 0;
  let parts = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '[' || letter === '{') {
      depth += 1;
      parts += 1;
    } else if (letter === ']' || letter === '}') depth -= 1;
    if (depth > MAX_DEPTH || parts > maxParts) return true;
  }
  return false;
}
