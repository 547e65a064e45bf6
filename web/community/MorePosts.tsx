import { t } from '@lingui/core/macro';
import type { Post } from '#contract/community/community.ts';
import { titleOfPost } from '#contract/text/post-text.ts';
import { paths } from '#web/app/paths.ts';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Link } from 'react-router';

const SHOWN = 5;

/** What else the author of a post wrote. */
export function MorePosts({ by, posts, except }: { by: string; posts: Post[]; except: number }) {
  const others = posts.filter(({ id }) => id !== except).slice(0, SHOWN);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="more-posts">
      <h2 id="more-posts" className="mb-3 text-lg">
        <span>{t`More by`}</span> <bdi>{by}</bdi>
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {others.map((post) => (
          <li key={post.id} className="relative flex items-baseline gap-4 px-4 py-3">
            <Link
              dir="auto"
              to={paths.post(post.id)}
              className="stretched min-w-0 flex-1 truncate font-semibold"
            >
              {titleOfPost(post) || t`Pictures`}
            </Link>
            <Time at={post.createdAt} className="shrink-0 text-sm text-ink-soft" />
          </li>
        ))}
      </ul>
    </section>
  );
}
