/** What a sentence names: text as it is, a number as the language writes it, or something that is said itself. */
export type SaidValue = string | number | Said;

/** A sentence for a person, with its values apart: `{0}` stands for the first, and another language may put it elsewhere. */
export interface Said {
  message: string;
  values: SaidValue[];
}

/** say`At most ${5} pictures.` */
export function say(parts: TemplateStringsArray, ...values: SaidValue[]): Said {
  const message = parts.reduce((before, part, at) => `${before}{${at - 1}}${part}`);
  return { message, values };
}

/** Marks a sentence that is said elsewhere than where it stands, so that it is found for the catalogs. */
export const msg = (message: string): string => message;

/** As it stands in the code, with its values. */
export function inEnglish({ message, values }: Said): string {
  return message.replaceAll(/\{(\d+)\}/g, (_, at: string) => {
    const value = values[Number(at)] ?? '';
    if (typeof value === 'number') return value.toLocaleString('en');
    return typeof value === 'string' ? value : inEnglish(value);
  });
}

const rules = new Map<string, Said>();

/**
 * As `say`, for schemas, which take plain text: the server finds by the English what was said. For what is known when the
 * module is read: each is kept.
 */
export function rule(parts: TemplateStringsArray, ...values: SaidValue[]): string {
  const said = say(parts, ...values);
  const english = inEnglish(said);
  rules.set(english, said);
  return english;
}

export const findRule = (english: string): Said | undefined => rules.get(english);
