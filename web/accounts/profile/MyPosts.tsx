import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { formatLikes } from '#web/app/i18n/count-formats.ts';
import { paths } from '#web/app/paths.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Count, Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { textLink } from '../AuthCard.tsx';
import { useMyPosts } from '../accounts.queries.ts';

/** The caller's own posts on the community board. */
export function MyPosts() {
  const list = useMyPosts();
  const { data, error, refetch } = list;
  return (
    <Card
      title={t`My posts`}
      empty={!error && data?.length === 0 && t`You haven’t posted yet.`}
      aside={
        <Link to={paths.community()} className={`${textLink} text-sm`}>
          {t`Community`}
        </Link>
      }
    >
      {error && <ErrorState title={t`Failed to load posts`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((post) => (
            <li key={post.id} className="py-3 first:pt-0 last:pb-0">
              <p dir="auto" className="break-words whitespace-pre-line">
                {post.content}
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
                <Link to={paths.post(post.id)} className="underline-offset-4 hover:underline">
                  <Time at={post.createdAt} />
                </Link>{' '}
                · <Count of={post.likes} format={formatLikes} />
                {post.held && <Badge tone="warn">{t`Pending review`}</Badge>}
              </p>
            </li>
          ))}
        </ul>
      )}
      <LoadMore size="sm" className="mt-3" list={list} />
    </Card>
  );
}
