const NAMES: Record<string, string> = {};

/** `faceOfSomething` as "Face of something", unless there is a better word. */
export function fieldName(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return NAMES[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
