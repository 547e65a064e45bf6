import { t } from '@lingui/core/macro';
import { Archive } from 'lucide-react';
import type { CuratedVideo } from '#contract/curation/curation.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { CuratedItem } from './CuratedItem.tsx';
import { VideoList } from './VideoList.tsx';
import { useArchive, useDelete, useRestore } from './curation.queries.ts';

const listGroups = () =>
  [
    { group: 'user', title: t`User videos`, empty: t`No archived user videos.` },
    { group: 'external', title: t`External videos`, empty: t`No archived external videos.` },
  ] as const;

/** The dashboard's tab Archive. */
export function ArchiveTab() {
  const isEmpty = [useArchive('user'), useArchive('external')].every(({ data }) => data?.length === 0);
  if (isEmpty)
    return (
      <EmptyState
        title={t`The archive is empty`}
        text={t`Archived videos stay here until you restore or permanently delete them.`}
        icon={<Archive />}
      />
    );
  return (
    <div className="grid grid-cols-1 gap-8">
      {listGroups().map((each) => (
        <Group key={each.group} {...each} />
      ))}
    </div>
  );
}

function Group({ group, title, empty }: ReturnType<typeof listGroups>[number]) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-lg">{title}</h2>
      <VideoList list={useArchive(group)} empty={empty}>
        {(video) => <ArchivedItem video={video} />}
      </VideoList>
    </section>
  );
}

function ArchivedItem({ video }: { video: CuratedVideo }) {
  const restore = useRestore();
  const remove = useDelete();
  const confirmDelete = async () => {
    const sure = await confirm({
      title: t`Are you sure you want to permanently delete this video?`,
      text: t`“${video.title}” and its files will be permanently deleted.`,
      action: t`Delete`,
      danger: true,
    });
    if (sure) remove.mutate(video);
  };
  const details = (
    <>
      {video.archivedAt && (
        <>
          {t`Archived`} <Time at={video.archivedAt} />
        </>
      )}
      <span>{video.archiveReason && t`. Reason: ${video.archiveReason}`}</span>
    </>
  );
  return (
    <CuratedItem video={video} details={details}>
      <Button size="sm" pending={restore.isPending} onClick={() => restore.mutate(video)}>
        {t`Restore`}
      </Button>
      <Button size="sm" variant="danger" pending={remove.isPending} onClick={() => void confirmDelete()}>
        {t`Permanently delete`}
      </Button>
    </CuratedItem>
  );
}
