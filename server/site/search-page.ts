import { addressOf } from '#contract/address.ts';
import type { SearchAnswer } from '#contract/search.ts';
import { escapeHtml } from '#server/app/http/escape-html.ts';
import { cutText } from '#contract/text/cut-text.ts';

const NAMES = ['q', 'type', 'category', 'sort', 'duration', 'since', 'correct'] as const;

/** What a search found as plain links, for who has no script. `answer` null: nothing was looked for. */
export function writeResults(query: Record<string, string>, answer: SearchAnswer | null): string {
  const given: Given = Object.fromEntries(
    NAMES.map((name) => [name, query[name]?.trim()]).filter(([, value]) => value),
  );
  const form = `<form action="/search" role="search"><input name="q" aria-label="Search" value="${escapeHtml(given['q'] ?? '')}"> <button>Search</button></form>`;
  if (!answer) return form;
  const part = (title: string, links: { href: string; text: string }[]) =>
    links.length
      ? `<h2>${title}</h2><ul>${links.map(({ href, text }) => `<li><a href="${escapeHtml(href)}">${mark(text, answer.words)}</a></li>`).join('')}</ul>`
      : '';
  const parts = [
    part(
      'Clips',
      answer.videos.map(({ id, title, creator }) => ({
        href: `/video/${id}`,
        text: `${title} – ${creator}`,
      })),
    ),
    part(
      'People',
      answer.people.map(({ username, displayName }) => ({
        href: `/creators/${encodeURIComponent(username)}`,
        text: displayName ?? username,
      })),
    ),
    part(
      'Posts and comments',
      answer.posts.map(({ video, content }) => ({
        href: video ? `/video/${video.id}` : '/community',
        text: cutText(content, 200),
      })),
    ),
    part(
      'Products',
      answer.products.map(({ id, name }) => ({ href: `/shop/${id}`, text: name })),
    ),
  ].join('');
  const corrected =
    answer.corrected === null
      ? ''
      : `<p>Showing results for <em>${escapeHtml(answer.corrected)}</em>. Search instead for <a href="${escapeHtml(insteadOf(given))}"><em>${escapeHtml(answer.query)}</em></a>.</p>`;
  return `<h1>Results for “${escapeHtml(answer.query)}”</h1>${form}${corrected}${parts || '<p>Nothing found.</p>'}`;
}

type Given = Partial<Record<string, string>>;

/** The same search, exactly as it was typed. */
const insteadOf = (given: Given): string => addressOf('/search', undefined, { ...given, correct: 'false' });

/** Words of the search stand out; those with other accents than were typed stay as they are. */
function mark(text: string, words: string[]): string {
  const plain = words
    .filter((word) => word.length > 1)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  if (!plain.length) return escapeHtml(text);
  return text
    .split(new RegExp(`(${plain.join('|')})`, 'giu'))
    .map((piece, at) => (at % 2 ? `<mark>${escapeHtml(piece)}</mark>` : escapeHtml(piece)))
    .join('');
}
