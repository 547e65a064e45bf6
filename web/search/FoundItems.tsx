import { Trans } from '@lingui/react/macro';
import { plural, t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { Creator } from '#contract/creators/creators.ts';
import type { FoundPost } from '#contract/search/search.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';

export function FoundPeople({ people }: { people: Creator[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {people.map(({ username, displayName, profileImageUrl, videos, posts }) => (
        <li
          key={username}
          className="relative flex items-center gap-4 rounded-card border border-line bg-surface px-4 py-3 transition hover:bg-raised"
        >
          <Avatar src={backend(profileImageUrl)} />
          <div className="min-w-0 flex-1">
            <h3 dir="auto" className="truncate text-base">
              <Link to={paths.creator(username)} className="stretched">
                {displayName ?? username}
              </Link>
            </h3>
            <p className="truncate text-sm text-ink-soft">
              <bdi>{`@${username}`}</bdi>{' '}
              <span>{`· ${plural(videos, { one: '# video', other: '# videos' })} · ${plural(posts, { one: '# post', other: '# posts' })}`}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Posts, and comments with their videos. */
export function FoundPosts({ posts }: { posts: FoundPost[] }) {
  return (
    <ul className="flex max-w-3xl flex-col gap-3">
      {posts.map((post) => (
        <li
          key={`${post.video ? 'comment' : 'post'} ${post.id}`}
          className="rounded-card border border-line bg-surface p-4"
        >
          <p dir="auto" className="line-clamp-4 break-words whitespace-pre-line">
            {post.content}
          </p>
          <p className="mt-2 flex flex-wrap gap-x-2 wrap-anywhere text-sm text-ink-soft">
            <span dir="auto">{post.authorDisplayName ?? post.authorUsername}</span>
            <Time at={post.createdAt} />
            <Link
              to={post.video ? paths.video(post.video.id) : paths.community()}
              className="text-accent-text underline underline-offset-2"
            >
              {post.video ? (
                <>
                  <Trans>
                    Comment on <bdi>{post.video.title}</bdi>
                  </Trans>
                </>
              ) : (
                t`Posted in the community`
              )}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
