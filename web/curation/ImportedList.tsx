import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { REVIEW_MOVES } from '#contract/submissions/review-states.ts';
import type { Category } from '#contract/videos/videos.ts';
import type { CuratedVideo } from '#contract/curation/curation.ts';
import { CategoryName, CategoryOptions, useCategoryText } from '#web/app/i18n/CategoryName.tsx';
import { useConfig } from '#web/app/config.ts';
import { Toolbar, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ArchiveButton } from './ArchiveButton.tsx';
import { CuratedItem } from './CuratedItem.tsx';
import { VideoList } from './VideoList.tsx';
import { useImported, useReviewImported } from './curation.queries.ts';

/** Everything imported, by category, with its review. */
export function ImportedList() {
  const { categories } = useConfig();
  const [chosen, setChosen] = useState('');
  const shown = categories.includes(chosen) ? [chosen] : categories;
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{t`Imported videos`}</h2>
        <Toolbar label={t`Filters`}>
          <ToolbarSelect
            label={t`Imported videos in`}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">{t`All categories`}</option>
            <CategoryOptions names={categories} />
          </ToolbarSelect>
        </Toolbar>
      </div>
      {shown.map((category) => (
        <OfCategory key={category} name={category} />
      ))}
    </section>
  );
}

function OfCategory({ name }: { name: Category }) {
  const category = useCategoryText()(name);
  return (
    <section aria-label={category} className="mb-6">
      <h3 className="mb-2 font-semibold">
        <CategoryName name={name} />
      </h3>
      <VideoList list={useImported(name)} empty={t`Nothing imported in ${category}.`}>
        {(video) => (
          <CuratedItem video={video}>
            <Review video={video} />
            <ArchiveButton video={video} />
          </CuratedItem>
        )}
      </VideoList>
    </section>
  );
}

function Review({ video }: { video: CuratedVideo }) {
  const approve = useReviewImported('approveImported');
  const unapprove = useReviewImported('unapproveImported');
  const reject = useReviewImported('rejectImported');
  const busy = approve.isPending || unapprove.isPending || reject.isPending;
  if (video.status === 'REJECTED')
    return (
      <Button size="sm" disabled>
        {t`Rejected`}
      </Button>
    );
  if (video.status === REVIEW_MOVES.unapprove.from) {
    return (
      <Button size="sm" pending={unapprove.isPending} disabled={busy} onClick={() => unapprove.mutate(video)}>
        {t`Unapprove`}
      </Button>
    );
  }
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        pending={approve.isPending}
        disabled={busy}
        onClick={() => approve.mutate(video)}
      >
        {t`Approve`}
      </Button>
      <Button size="sm" pending={reject.isPending} disabled={busy} onClick={() => reject.mutate(video)}>
        {t`Reject`}
      </Button>
    </>
  );
}
