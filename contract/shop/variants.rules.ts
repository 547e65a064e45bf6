/** A variant as carts and orders name it: "Black / Large"; null where its product has no options. */
export const nameVariant = (options: string[]): string | null => options.join(' / ') || null;

/** GS1 General Specifications, section 7.9: weights 3 and 1 from the right. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const digits = [...text].map(Number).toReversed();
  return digits.reduce((sum, digit, at) => sum + digit * (at % 2 ? 3 : 1), 0) % 10 === 0;
}
