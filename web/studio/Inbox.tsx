import { t } from '@lingui/core/macro';
import { Check, MessagesSquare } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { InboxComment } from '#contract/submissions/studio.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Toolbar, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';
import { Link } from 'react-router';
import { useApprove, useInbox } from './studio.queries.ts';

/** Comments by others on all own videos. `beside`: further actions for a comment. */
export function Inbox({ beside }: { beside: (comment: InboxComment) => ReactNode }) {
  const [pendingOnly, setPendingOnly] = useState(false);
  const list = useInbox(pendingOnly);
  const approve = useApprove();
  const items = list.data;
  return (
    <div className="flex flex-col gap-4">
      <Toolbar label={t`Filter comments`}>
        <ToolbarSelect
          label={t`Comments`}
          value={pendingOnly ? 'held' : 'all'}
          onChange={(event) => setPendingOnly(event.target.value === 'held')}
        >
          <option value="all">{t`All comments`}</option>
          <option value="held">{t`Needs my review`}</option>
        </ToolbarSelect>
      </Toolbar>
      {!items && list.error && (
        <ErrorState title={t`Couldn’t load your comments`} onRetry={() => void list.refetch()} />
      )}
      {!items && !list.error && <Skeleton className="h-60" />}
      {items?.length === 0 && (
        <EmptyState
          icon={<MessagesSquare />}
          title={pendingOnly ? t`Nothing to review` : t`No comments yet`}
          text={t`Comments on your videos appear here.`}
        />
      )}
      <ul className="divide-y divide-line">
        {items?.map((comment) => (
          <li key={comment.id} className="flex gap-3 py-4">
            <Avatar src={backend(comment.authorAvatar)} size="sm" />
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                <bdi className="font-semibold">{comment.authorDisplayName ?? comment.authorUsername}</bdi>
                <Time at={comment.createdAt} className="text-ink-soft" />
                <Link
                  dir="auto"
                  to={paths.comment(comment.videoId, comment.id)}
                  className="truncate text-ink-soft hover:underline"
                >
                  {comment.videoTitle}
                </Link>
                {comment.waits && <Badge tone="warn">{t`Pending review`}</Badge>}
              </p>
              <p dir="auto" className="mt-1 break-words whitespace-pre-line">
                {comment.text}
              </p>
              <div className="mt-2 flex flex-wrap items-center gap-2">
                {comment.waits ? (
                  <Button size="sm" onClick={() => approve.mutate(comment)}>
                    <Check aria-hidden="true" />
                    {t`Approve`}
                  </Button>
                ) : (
                  <ButtonLink size="sm" to={paths.comment(comment.videoId, comment.id)}>
                    {t`Reply`}
                  </ButtonLink>
                )}
                {beside(comment)}
              </div>
            </div>
            <Thumbnail
              src={backend(comment.videoThumbnail)}
              className="aspect-video w-20 self-start rounded-control sm:w-32"
            />
          </li>
        ))}
      </ul>
      <LoadMore list={list} className="self-center" />
    </div>
  );
}
