import { t } from '@lingui/core/macro';
import { ArrowRight, Ban, Ellipsis, Hash, Merge, Pencil } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import type { AdminTag } from '#contract/tags/tags.ts';
import { errorMessage } from '#web/app/client/call.ts';
import { formatNumber } from '#web/app/i18n/numbers.ts';
import { paths } from '#web/app/paths.ts';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Menu } from '#web/ui/controls/Menu.tsx';
import { ToolbarSearch } from '#web/ui/controls/Toolbar.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { ChangeTagDialog, type TagDialog } from './ChangeTagDialog.tsx';
import { useAllTags, useChangeTag } from './tags.queries.ts';

/** Tags for admins: rename, merge, block. */
export function AllTags() {
  const [q, setQ] = useState('');
  const list = useAllTags(useDeferredValue(q.trim()));
  const [open, setOpen] = useState<TagDialog | null>(null);
  if (list.error && !list.data)
    return <ErrorState title={t`Couldn’t load tags`} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton className="h-64 rounded-card" />;
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-ink-soft">
        {t`Old names redirect to the new one. Blocked tags can’t be used and have no page.`}
      </p>
      <ToolbarSearch
        label={t`Find tags`}
        placeholder="#"
        className="w-full max-w-72"
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      {list.data.length === 0 ? (
        <EmptyState icon={<Hash />} title={t`No tags`} />
      ) : (
        <Table tags={list.data} onOpen={setOpen} />
      )}
      <LoadMore list={list} className="self-center" />
      {open && <ChangeTagDialog {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Table({ tags, onOpen }: { tags: AdminTag[]; onOpen: (dialog: TagDialog) => void }) {
  return (
    <DataTable
      fits
      caption={t`Tags`}
      rows={tags}
      keyOf={({ tag }) => tag}
      columns={[
        { title: t`Tag`, cell: (tag) => <Name tag={tag} /> },
        { title: t`Videos`, numeric: true, cell: ({ videos }) => formatNumber(videos) },
        { title: t`Posts`, numeric: true, wide: true, cell: ({ posts }) => formatNumber(posts) },
        { title: t`Followers`, numeric: true, wide: true, cell: ({ followers }) => formatNumber(followers) },
        {
          title: t`Actions`,
          cell: (tag) => tag.movedTo === null && <Actions tag={tag} onOpen={onOpen} />,
        },
      ]}
    />
  );
}

const Name = ({ tag: { tag, blocked, movedTo } }: { tag: AdminTag }) => (
  <span className="flex min-w-0 flex-wrap items-center gap-2">
    {blocked || movedTo !== null ? (
      <bdi className="break-all text-ink-soft">{`#${tag}`}</bdi>
    ) : (
      <Link to={paths.tag(tag)} className="font-semibold break-all hover:underline">
        <bdi>{`#${tag}`}</bdi>
      </Link>
    )}
    {blocked && <Badge tone="bad">{t`Blocked`}</Badge>}
    {movedTo !== null && (
      <span className="text-ink-soft">
        <ArrowRight aria-hidden="true" className="inline size-4 rtl:-scale-x-100" />{' '}
        <bdi className="break-all">{`#${movedTo}`}</bdi>
      </span>
    )}
  </span>
);

function Actions({ tag, onOpen }: { tag: AdminTag; onOpen: (dialog: TagDialog) => void }) {
  const change = useChangeTag(tag.tag);
  const block = (): void =>
    change.mutate(
      { blocked: !tag.blocked },
      {
        onSuccess: () => toast(tag.blocked ? t`Tag unblocked` : t`Tag blocked`),
        onError: (error) => toast(t`Failed to save`, { kind: 'bad', text: errorMessage(error) }),
      },
    );
  return (
    <Menu
      label={t`Change #${tag.tag}`}
      button={<Ellipsis />}
      items={[
        {
          label: t`Rename`,
          icon: <Pencil />,
          onSelect: () => onOpen({ tag: tag.tag, act: 'renameTo' }),
        },
        {
          label: t`Merge into another`,
          icon: <Merge />,
          onSelect: () => onOpen({ tag: tag.tag, act: 'mergeInto' }),
        },
        { label: tag.blocked ? t`Unblock` : t`Block`, icon: <Ban />, onSelect: block, apart: true },
      ]}
    />
  );
}
