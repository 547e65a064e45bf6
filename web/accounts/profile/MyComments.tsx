import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { formatLikes } from '#web/app/i18n/count-formats.ts';
import { paths } from '#web/app/paths.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Count, Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { textLink } from '../AuthCard.tsx';
import { useMyComments } from '../accounts.queries.ts';

export function MyComments() {
  const list = useMyComments();
  const { data, error, refetch } = list;
  return (
    <Card
      title={t`My comments`}
      empty={!error && data?.length === 0 && t`You haven’t commented on a video yet.`}
    >
      {error && <ErrorState title={t`Failed to load comments`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24" />}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((comment) => (
            <li key={comment.id} className="py-3 first:pt-0 last:pb-0">
              <p dir="auto" className="break-words whitespace-pre-line">
                {comment.text}
              </p>
              <p className="mt-1 text-sm text-ink-soft">
                <Trans>
                  On{' '}
                  <Link dir="auto" to={paths.video(comment.videoId)} className={textLink}>
                    {comment.videoTitle}
                  </Link>{' '}
                  · <Time at={comment.createdAt} className="whitespace-nowrap" /> ·{' '}
                  <Count of={comment.likes} format={formatLikes} />
                </Trans>
              </p>
            </li>
          ))}
        </ul>
      )}
      <LoadMore size="sm" className="mt-3" list={list} />
    </Card>
  );
}
