import { t } from '@lingui/core/macro';
import { ListPlus, ListVideo } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { ListCard } from './ListCard.tsx';
import { NewList } from './ListEditing.tsx';
import { useSeriesOf } from './lists.queries.ts';

/** A creator's own series, and a new one. */
export function OwnSeries() {
  const { data, error, refetch } = useSeriesOf();
  const [adding, setAdding] = useState(false);
  const button = (
    <Button size="sm" onClick={() => setAdding(true)}>
      <ListPlus aria-hidden="true" />
      {t`New series`}
    </Button>
  );
  return (
    <>
      {!data && error && <ErrorState title={t`Couldn’t load your series`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-44" />}
      {data?.length === 0 && (
        <EmptyState
          icon={<ListVideo />}
          title={t`No series yet`}
          text={t`Group your videos into a series for viewers to follow.`}
          action={button}
        />
      )}
      {data && data.length > 0 && (
        <>
          <div className="mb-5">{button}</div>
          <ul className="card-grid">
            {data.map((list) => (
              <li key={list.id} className="min-w-0">
                <ListCard list={list} to={paths.series(list.id)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {adding && <NewList kind="series" onClose={() => setAdding(false)} />}
    </>
  );
}
