import { t } from '@lingui/core/macro';
import { movedTo, OrderedRows } from '#web/ui/lists/OrderedRows.tsx';
import { useFeatured, useOrderFeatured } from './curation.queries.ts';

/** The featured videos; their order is changed by dragging, with the buttons, or on a row's handle with the arrow keys. */
export function FeaturedOrder() {
  const { data = [], isSuccess } = useFeatured();
  const order = useOrderFeatured();
  if (isSuccess && data.length === 0) return <p className="text-ink-soft">{t`No videos are featured.`}</p>;
  // while it is being sent, the new order is shown
  const ids = order.isPending ? order.variables : data.map(({ id }) => id);
  return (
    <OrderedRows
      label={t`Featured videos`}
      items={data.toSorted((one, two) => ids.indexOf(one.id) - ids.indexOf(two.id))}
      idOf={(video) => video.id}
      nameOf={(video) => video.title}
      onMove={(id, to) => order.mutate(movedTo(ids, (each) => each === id, to))}
      className="gap-1"
    >
      {(video) => (
        <span dir="auto" className="line-clamp-2 break-words">
          {video.title}
        </span>
      )}
    </OrderedRows>
  );
}
