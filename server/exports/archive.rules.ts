import type { ExportDocument } from '#contract/accounts/exports.ts';
import { toCsvCell } from '#server/app/http/csv.ts';
import { escapeHtml } from '#server/app/http/escape-html.ts';

/** Objects of one kind as CSV; what isn't plain in them stays JSON. */
export function writeTable(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => toCsvCell((row as Record<string, unknown>)[name])));
  return `\uFEFF${[names.map(toCsvCell), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}article{border-top:1px solid #8886;padding:.5rem 0}p{white-space:pre-line;overflow-wrap:anywhere}small{opacity:.75}video,img{max-width:100%}';

const article = (heading: string, text: string | null, small: string): string =>
  `<article><h3>${heading}</h3>${text ? `<p>${escapeHtml(text)}</p>` : ''}<small>${escapeHtml(small)}</small></article>`;

const section = (title: string, articles: string[]): string =>
  `<h2>${title} (${articles.length})</h2>${articles.join('') || '<p>None.</p>'}`;

/** A page to read without any program but a browser. It runs nothing and loads nothing from elsewhere. */
export function writeIndex(data: ExportDocument, siteName: string): string {
  const { account } = data;
  const title = escapeHtml(`${account.username} on ${siteName}`);
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src \'self\' file:; style-src \'unsafe-inline\'">',
    `<title>${title}</title><style>${STYLE}</style><h1>${title}</h1>`,
    `<p>${escapeHtml([account.displayName, account.bio, account.email].filter(Boolean).join('\n'))}</p>`,
    `<p>Exported ${data.exportedAt} from ${escapeHtml(data.site)}. The same for programs: <a href="data.json">data.json</a> (described by <a href="schema.json">schema.json</a>) and the folder csv.</p>`,
    section(
      'Videos',
      data.videos.map(({ title: name, description, file, status, submittedAt }) =>
        article(
          file ? `<a href="${escapeHtml(file)}">${escapeHtml(name)}</a>` : escapeHtml(name),
          description,
          `${status}, ${submittedAt}${file ? '' : ', the original is not kept'}`,
        ),
      ),
    ),
    section(
      'Comments',
      data.comments.map(({ videoTitle, text, createdAt }) =>
        article(escapeHtml(videoTitle), text, createdAt),
      ),
    ),
    section(
      'Posts',
      data.posts.map(
        ({ text, createdAt, pictures }) =>
          article('', text, createdAt) +
          pictures
            .map(({ file, alt }) => `<img src="${escapeHtml(file)}" alt="${escapeHtml(alt ?? '')}">`)
            .join(''),
      ),
    ),
    section(
      'Orders',
      data.orders.map(({ id, items, total, currency, status, createdAt }) =>
        article(
          `Order ${id}`,
          items.map(({ quantity, name }) => `${quantity} × ${name}`).join('\n'),
          `${total.toFixed(2)} ${currency}, ${status}, ${createdAt}`,
        ),
      ),
    ),
    '</html>',
  ].join('\n');
}
