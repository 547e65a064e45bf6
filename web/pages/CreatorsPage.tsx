import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Users } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { CreatorRow, TopCreator } from '#web/creators/CreatorCards.tsx';
import { preloadCreators, useCreators } from '#web/creators/creators.queries.ts';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import type { Head, Loader } from '#web/app/page.ts';

export const loader: Loader = ({ client }) => preloadCreators(client);

export const head: Head = () => ({ title: t`Creators`, description: t`The people behind the videos.` });

export function CreatorsPage() {
  const list = useCreators();
  const [top] = list.data ?? [];
  return (
    <div className="wrap max-w-5xl pb-16">
      <PageHeading
        title={t`Creators`}
        text={
          <>
            <Trans>
              The people behind the videos.{' '}
              <Link to={paths.counting()} className="text-accent-text underline underline-offset-4">
                How we count
              </Link>
            </Trans>
          </>
        }
      />
      {list.isPending && <Skeleton className="h-80" />}
      {list.error && <ErrorState title={t`Failed to load creators`} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <EmptyState
          icon={<Users />}
          title={t`No creators yet`}
          text={t`Everyone with a video or post appears here.`}
        />
      )}
      {top && (
        <section aria-labelledby="all-creators">
          <h2 id="all-creators" className="mb-4 text-lg">
            {t`All creators`}
          </h2>
          <ol className="space-y-2.5">
            <li className="pb-2.5">
              <TopCreator creator={top} />
            </li>
            {list.data?.slice(1).map((creator, at) => (
              <li key={creator.username}>
                <CreatorRow creator={creator} rank={at + 2} />
              </li>
            ))}
          </ol>
          <LoadMore className="mt-4 w-full" list={list} />
        </section>
      )}
    </div>
  );
}
