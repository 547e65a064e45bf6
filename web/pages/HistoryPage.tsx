import { t } from '@lingui/core/macro';
import { History, Pause, Play, Trash2, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Me } from '#contract/accounts/accounts.ts';
import type { HistoryEntry } from '#contract/history/history.ts';
import type { PageHead } from '#contract/site/pages.ts';
import { MAX_SEARCH } from '#contract/values.ts';
import { MembersOnly } from '#web/accounts/MembersOnly.tsx';
import { paths } from '#web/app/paths.ts';
import { useForget, useHistory, usePauseHistory } from '#web/history/history.queries.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Toolbar, ToolbarSearch } from '#web/ui/controls/Toolbar.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { VideoRow } from '#web/videos/VideoRow.tsx';

export const head = (): PageHead => ({ title: t`History`, hidden: true });

/** What a member watched. */
export function HistoryPage() {
  return <MembersOnly>{(me) => <Watched me={me} />}</MembersOnly>;
}

function Watched({ me: { historyPaused } }: { me: Me }) {
  const [q, setQ] = useState('');
  const list = useHistory(useDeferredValue(q.trim()));
  const { data, error, refetch } = list;
  return (
    <div className="wrap max-w-3xl pb-16">
      <PageHeading title={t`History`} actions={<Actions isPaused={historyPaused} />} />
      {historyPaused && (
        <p className="mb-4 rounded-control bg-raised p-3 text-sm">{t`Your history is paused. New videos aren’t added.`}</p>
      )}
      <Toolbar label={t`Filters`}>
        <ToolbarSearch
          label={t`Search your history`}
          placeholder={t`Search your history`}
          className="min-w-0 flex-1"
          value={q}
          onChange={({ target }) => setQ(target.value)}
          maxLength={MAX_SEARCH}
        />
      </Toolbar>
      {!data && error && <ErrorState title={t`Couldn’t load your history`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="mt-4 h-64" />}
      {data?.length === 0 && <Nothing isSearch={q.trim() !== ''} />}
      <ul className="mt-4 flex flex-col gap-1">
        {data?.map((entry) => (
          <li key={entry.id}>
            <VideoRow heading="h2" video={entry} to={paths.video(entry.id)} more={<Remove entry={entry} />} />
          </li>
        ))}
      </ul>
      <LoadMore className="mt-6 w-full" list={list} />
    </div>
  );
}

function Actions({ isPaused }: { isPaused: boolean }) {
  const pause = usePauseHistory();
  const forget = useForget();
  const clear = async (): Promise<void> => {
    const text = t`This removes every video from your history and from Continue watching.`;
    const action = t`Clear history`;
    if (await confirm({ title: t`Clear your history?`, text, action, danger: true })) forget.mutate('all');
  };
  return (
    <>
      <Button pending={pause.isPending} onClick={() => pause.mutate(!isPaused)}>
        {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {isPaused ? t`Resume history` : t`Pause history`}
      </Button>
      <Button variant="quiet" pending={forget.isPending} onClick={() => void clear()}>
        <Trash2 aria-hidden="true" />
        {t`Clear history`}
      </Button>
    </>
  );
}

function Remove({ entry: { id, title } }: { entry: HistoryEntry }) {
  const forget = useForget();
  return (
    <IconButton label={t`Remove from history: ${title}`} onClick={() => forget.mutate(id)}>
      <X />
    </IconButton>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  if (isSearch) return <EmptyState className="py-10" icon={<History />} title={t`No videos found`} />;
  return (
    <EmptyState
      className="py-10"
      icon={<History />}
      title={t`Nothing watched yet`}
      text={t`Videos you watch appear here.`}
      action={<ButtonLink to={paths.videos()}>{t`Find videos`}</ButtonLink>}
    />
  );
}
