import type { ExportDocument } from '#contract/exports/exports.ts';
import { LANGUAGES, type Language } from '#contract/text/languages.ts';
import { msg } from '#contract/text/message.ts';
import { toCsvCell } from '#server/app/http/csv.ts';
import { escapeHtml } from '#server/app/http/escape-html.ts';
import { formatMoney, formatTime } from '#server/app/i18n/formats.ts';
import { i18nOf, translate } from '#server/app/i18n/translate.ts';

/** Objects of one kind as CSV; what isn't plain in them stays JSON. */
export function writeTable(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => toCsvCell((row as Record<string, unknown>)[name])));
  return `\uFEFF${[names.map(toCsvCell), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

const REVIEW: Record<string, string> = {
  PENDING: msg('in review'),
  APPROVED: msg('approved'),
  REJECTED: msg('rejected'),
};

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}article{border-top:1px solid #8886;padding:.5rem 0}p{white-space:pre-line;overflow-wrap:anywhere}small{opacity:.75}video,img{max-width:100%}';

const article = (heading: string, text: string | null, small: string): string =>
  `<article><h3 dir="auto">${heading}</h3>${text ? `<p dir="auto">${escapeHtml(text)}</p>` : ''}<small>${escapeHtml(small)}</small></article>`;

/** A page to read without any program but a browser. It runs nothing and loads nothing from elsewhere. */
// oxlint-disable-next-line max-lines-per-function -- one page of markup
export function writeIndex(data: ExportDocument, siteName: string, language: Language): string {
  const { account } = data;
  const i18n = i18nOf(language);
  const label = (label: string) => translate(language, label);
  const at = (time: string) => `${formatTime(new Date(time), language)} UTC`;
  const title = escapeHtml(i18n._('{username} on {siteName}', { username: account.username, siteName }));
  const section = (name: string, articles: string[]): string =>
    `<h2>${name} (${articles.length})</h2>${articles.join('') || `<p>${i18n._('None.')}</p>`}`;
  return [
    `<!doctype html><html lang="${language}" dir="${LANGUAGES[language].dir}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src \'self\' file:; style-src \'unsafe-inline\'">',
    `<title>${title}</title><style>${STYLE}</style><h1>${title}</h1>`,
    `<p>${escapeHtml([account.displayName, account.bio, account.email].filter(Boolean).join('\n'))}</p>`,
    `<p>${escapeHtml(i18n._('Exported {time} from {site}.', { time: at(data.exportedAt), site: data.site }))} ${i18n._(
      'For programs: {file} (described by {schema}) and the folder {folder}.',
      {
        file: '<a href="data.json">data.json</a>',
        schema: '<a href="schema.json">schema.json</a>',
        folder: 'csv',
      },
    )}</p>`,
    section(
      i18n._('Videos'),
      data.videos.map(({ title: name, description, file, status, submittedAt }) =>
        article(
          file ? `<a href="${escapeHtml(file)}">${escapeHtml(name)}</a>` : escapeHtml(name),
          description,
          file
            ? `${label(REVIEW[status] ?? status)}, ${at(submittedAt)}`
            : i18n._('{status}, {time}, original not stored', {
                status: label(REVIEW[status] ?? status),
                time: at(submittedAt),
              }),
        ),
      ),
    ),
    section(
      i18n._('Comments'),
      data.comments.map(({ videoTitle, text, createdAt }) =>
        article(escapeHtml(videoTitle), text, at(createdAt)),
      ),
    ),
    section(
      i18n._('Posts'),
      data.posts.map(
        ({ text, createdAt, pictures }) =>
          article('', text, at(createdAt)) +
          pictures
            .map(({ file, alt }) => `<img src="${escapeHtml(file)}" alt="${escapeHtml(alt ?? '')}">`)
            .join(''),
      ),
    ),
    section(
      i18n._('Orders'),
      data.orders.map(({ id, items, total, currency, status, createdAt }) =>
        article(
          i18n._('Order {id}', { id: String(id) }),
          items.map(({ quantity, name }) => `${quantity} × ${name}`).join('\n'),
          `${formatMoney(Math.round(total * 100), currency, language)}, ${label(status)}, ${at(createdAt)}`,
        ),
      ),
    ),
    '</html>',
  ].join('\n');
}
