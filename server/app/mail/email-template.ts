import type { I18n } from '@lingui/core';
import { LANGUAGES, type Language } from '#contract/text/languages.ts';
import { i18nOf } from '../i18n/translate.ts';

type Direction = 'ltr' | 'rtl';

/** Text that is already HTML, so that the tag leaves it as it is. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** html`<p>${value}</p>`: every value is escaped, unless it is Html itself (or a list of it). */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  const written = values.map((value) =>
    [value]
      .flat()
      .map((each) =>
        each instanceof Html
          ? each.source
          : String(each ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? ''),
      )
      .join(''),
  );
  return new Html(String.raw({ raw: parts }, ...written));
}

export interface Row {
  label: string;
  value: string;
  /** Address of a small picture of it. */
  picture?: string | null;
  /** What the others add up to. */
  strong?: boolean;
}

/** An email's content, from which both its forms are rendered. Paragraphs and labels are plain text. */
interface EmailContent {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** The call to action, as a button. */
  action?: { label: string; url: string };
  /** Under it, as plain links. */
  links?: { label: string; url: string }[];
  /** A small table: orders, details. */
  rows?: Row[];
  /** Under the button, smaller: how long it holds, what to do if it wasn't you. */
  notes?: string[];
  /** At the very end: where such emails are switched off. */
  optOut?: { label: string; url: string };
}

/** A mail in whatever language: `i18n._('Welcome to {site}', { site })`. */
export type EmailTemplate = (i18n: I18n) => EmailContent;

export interface Brand {
  /** SITE_NAME */
  name: string;
  /** SITE_TAGLINE */
  tagline: string;
  /** PUBLIC_URL */
  url: string;
  /** Address of the owner's logo; null: the product's three strokes. */
  logo: string | null;
  /** Of buttons, and of text on them, on a light and a dark ground. */
  button: Record<'light' | 'dark', { fill: string; ink: string }>;
}

/**
 * The HTML and text forms of an email, from one source. Line breaks are removed from the subject: names in it
 * may contain any character.
 */
export function renderEmail(
  template: EmailTemplate,
  brand: Brand,
  language: Language,
): { subject: string; html: string; text: string } {
  const email = template(i18nOf(language));
  return {
    subject: email.subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(),
    html: page(email, brand, language).source,
    text: plain(email, brand),
  };
}

/** Most mail programs don't darken a light email; those with a dark mode get a dark version. */
const darkRules = ({ button }: Brand): string =>
  `@media (prefers-color-scheme:dark){${[
    '.ground{background:#171310!important}',
    '.card{background:#201b17!important;border-color:#3a322b!important}',
    '.ink,.card{color:#f4efe9!important}',
    '.soft{color:#bdb1a4!important}',
    '.line{border-color:#3a322b!important}',
    `.act{background:${button.dark.fill}!important;color:${button.dark.ink}!important}`,
  ].join('')}}`;

const FONT = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function page(email: EmailContent, brand: Brand, language: Language): Html {
  const { dir } = LANGUAGES[language];
  return html`<!doctype html>
<html lang="${language}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${new Html(darkRules(brand))}</style><title>${email.subject}</title></head>
<body class="ground" style="margin:0;padding:0;background:#faf6f1">
<div style="display:none;max-height:0;overflow:hidden">${email.paragraphs[0] ?? ''}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#faf6f1"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 4px 20px;${FONT};font-size:22px;font-weight:700;color:#2b2118">${logo(brand)} ${brand.name}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #eadfd3;border-radius:14px;padding:32px;overflow-wrap:anywhere;word-break:break-word;${FONT};font-size:16px;line-height:1.55;color:#2b2118">
<h1 dir="auto" style="margin:0 0 16px;font-size:22px;line-height:1.3">${email.heading}</h1>
${email.paragraphs.map((paragraph) => html`<p dir="auto" style="margin:0 0 16px">${lines(paragraph)}</p>\n`)}${email.rows ? table(email.rows, dir) : ''}${email.action ? button(email.action, brand) : ''}${(email.links ?? []).map(({ label, url }) => html`<p dir="auto" style="margin:16px 0 0"><a class="ink" href="${url}" style="color:#2b2118">${label}</a></p>\n`)}${(email.notes ?? []).map((note) => html`<p dir="auto" class="soft" style="margin:16px 0 0;font-size:14px;color:#6b5c4d">${lines(note)}</p>\n`)}</td></tr>
<tr><td class="soft" style="padding:20px 4px;${FONT};font-size:12px;line-height:1.5;color:#6b5c4d"><span dir="auto">${brand.name}${brand.tagline ? ` · ${brand.tagline}` : ''}</span><br><a class="soft" href="${brand.url}" style="color:#6b5c4d">${brand.url}</a>${email.optOut ? html`<br><a class="soft" href="${email.optOut.url}" style="color:#6b5c4d">${email.optOut.label}</a>` : ''}</td></tr>
</table></td></tr></table>
</body>
</html>
`;
}

function lines(paragraph: string): Html[] {
  return paragraph.split('\n').map((line, index) => (index ? html`<br>${line}` : html`${line}`));
}

/** As text, so that it shows without loading pictures; as bold as the drawn logo. */
const strokes = ({ button: { light } }: Brand): Html =>
  html`<span aria-hidden="true" style="font-family:'Arial Black',Arial,Helvetica,sans-serif;font-size:26px;font-weight:900;line-height:1;letter-spacing:-1px;padding-right:6px;white-space:nowrap">/<span style="color:${light.fill}">/</span>/</span>`;

const logo = (brand: Brand): Html =>
  brand.logo === null
    ? strokes(brand)
    : html`<img src="${brand.logo}" alt="${brand.name}" height="28" style="height:28px;width:auto;vertical-align:middle;margin-right:6px">`;

function button({ label, url }: { label: string; url: string }, { button: { light } }: Brand): Html {
  return html`<p style="margin:24px 0 8px"><a class="act" href="${url}" style="display:inline-block;background:${light.fill};color:${light.ink};text-decoration:none;font-weight:600;padding:12px 22px;border-radius:8px">${label}</a></p>
<p class="soft" style="margin:0;font-size:12px;color:#6b5c4d;word-break:break-all">${url}</p>
`;
}

function table(rows: Row[], dir: Direction): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="line" style="margin:0 0 16px;border-top:1px solid #eadfd3;${FONT};font-size:14px">
${rows.map((one) => row(one, dir))}</table>
`;
}

function row({ label, value, picture, strong = false }: Row, dir: Direction): Html {
  const [start, end] = dir === 'ltr' ? ['left', 'right'] : ['right', 'left'];
  const weight = new Html(strong ? 'font-weight:700;font-size:16px;' : '');
  const image = picture
    ? html`<img src="${picture}" alt="" width="64" height="48" style="width:64px;height:48px;object-fit:cover;border-radius:8px;vertical-align:middle;margin-inline-end:12px">`
    : '';
  return html`<tr><td align="${start}" dir="auto" class="line ${strong ? 'ink' : 'soft'}" style="${weight}padding:8px 0;padding-${end}:8px;vertical-align:${picture ? 'middle' : 'top'};border-bottom:1px solid #eadfd3;color:${strong ? '#2b2118' : '#6b5c4d'}">${image}${lines(label)}</td><td align="${end}" dir="auto" class="line" style="${weight}padding:8px 0;border-bottom:1px solid #eadfd3">${lines(value)}</td></tr>\n`;
}

function plain(email: EmailContent, brand: Brand): string {
  return (
    [
      email.heading,
      ...email.paragraphs,
      ...(email.rows?.length ? [email.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
      ...(email.action ? [`${email.action.label}:\n${email.action.url}`] : []),
      ...(email.links ?? []).map(({ label, url }) => `${label}:\n${url}`),
      ...(email.notes ?? []),
      `-- \n${brand.name}${brand.tagline ? ` · ${brand.tagline}` : ''}\n${brand.url}${email.optOut ? `\n\n${email.optOut.label}:\n${email.optOut.url}` : ''}`,
    ].join('\n\n') + '\n'
  );
}
