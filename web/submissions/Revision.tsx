import { t } from '@lingui/core/macro';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { backend } from '#web/app/client/backend.ts';
import { formatDuration } from '#web/ui/format.ts';

const formatLocation = (location: Submission['location'] | undefined): string =>
  [location?.name, location?.address].filter(Boolean).join(', ');

const formatTags = (tags: string[]): string => tags.map((tag) => `#${tag}`).join(' ');

/** What its creator changed of an approved video: as it is, and as it is to be. */
export function Revision({ submission }: { submission: Submission }) {
  const { title, category, description, tags, location, thumbnail, durationSec, newFile } = submission;
  const change = submission.pendingChange ?? {};
  return (
    <section aria-label={t`Proposed changes`} className="mt-4 rounded-card bg-accent-soft p-4">
      <h3 className="text-base">{t`Proposed changes`}</h3>
      <dl className="mt-2 flex flex-col gap-3 text-sm">
        {newFile?.status === 'PENDING' && (
          <Change
            what={t`Video`}
            before={formatDuration(Math.round(durationSec))}
            after={
              newFile.processing === 'READY'
                ? formatDuration(Math.round(newFile.durationSec))
                : t`Processing video`
            }
          />
        )}
        {change.title !== undefined && <Change what={t`Title`} before={title} after={change.title} />}
        {change.category !== undefined && (
          <Change
            what={t`Category`}
            before={<CategoryName name={category} />}
            after={<CategoryName name={change.category} />}
          />
        )}
        {change.description !== undefined && (
          <Change what={t`Description`} before={description} after={change.description} />
        )}
        {change.tags !== undefined && (
          <Change what={t`Tags`} before={formatTags(tags)} after={formatTags(change.tags)} />
        )}
        {change.location !== undefined && (
          <Change what={t`Place`} before={formatLocation(location)} after={formatLocation(change.location)} />
        )}
        {change.thumbnail !== undefined && (
          <Change
            what={t`Thumbnail`}
            before={thumbnail && <Thumbnail src={thumbnail} />}
            after={<Thumbnail src={change.thumbnail} />}
          />
        )}
      </dl>
    </section>
  );
}

function Change({ what, before, after }: { what: string; before: ReactNode; after: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{what}</dt>
      <dd className="mt-0.5 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-3">
        <del className="min-w-0 break-words whitespace-pre-line text-ink-soft no-underline" dir="auto">
          {before || t`Nothing`}
        </del>
        <ArrowRight aria-hidden="true" className="mt-0.5 size-4 shrink-0 rtl:-scale-x-100" />
        <ins className="min-w-0 break-words whitespace-pre-line no-underline" dir="auto">
          {after || t`Nothing`}
        </ins>
      </dd>
    </div>
  );
}

const Thumbnail = ({ src }: { src: string }) => (
  <img src={backend(src)} alt="" className="aspect-video w-full max-w-60 rounded-control object-cover" />
);
