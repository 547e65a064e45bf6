import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { DocumentName } from '#contract/settings/settings.ts';
import { ApiError } from '#web/app/client/call.ts';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { formatDay } from '#web/ui/days.ts';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useDocument } from './documents.queries.ts';
import { WrittenText } from './WrittenText.tsx';

/** A page that the owner wrote; `missing` until it is published. */
export function WrittenPage({
  name,
  title,
  missing,
}: {
  name: DocumentName;
  title: string;
  missing: ReactNode;
}) {
  const { data, error, refetch } = useDocument(name);
  if (data === null || (error instanceof ApiError && error.status === 404)) return missing;
  if (error && !data)
    return <ErrorState whole title={t`Couldn’t load this page`} onRetry={() => void refetch()} />;
  return (
    <div className="wrap max-w-3xl pb-16">
      <PageHeading
        title={title}
        text={
          data?.updatedAt && (
            <time dateTime={data.updatedAt}>{t`Last updated ${formatDay(data.updatedAt)}`}</time>
          )
        }
      />
      {data ? <WrittenText html={data.html} language={data.language} /> : <Skeleton className="h-96" />}
    </div>
  );
}
