import type { Post } from '../community/community.ts';

const MAX_TITLE = 70;
/** What the page of a post is called: how it begins. */
export function titleOfPost({ content }: Pick<Post, 'content'>): string {
  const letters = [...(content.split('\n', 1)[0] ?? '')];
  return letters.length > MAX_TITLE
    ? `${letters
        .slice(0, MAX_TITLE - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('');
}
