import { t } from '@lingui/core/macro';
import { paths } from '#web/app/paths.ts';
import { ListCard } from './ListCard.tsx';
import { useSeriesOf } from './lists.queries.ts';

/** A creator's series, where there are any. */
export function SeriesOf({ username }: { username: string }) {
  const { data } = useSeriesOf(username);
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="series">
      <h2 id="series" className="mb-5 text-xl">
        {t`Series`}
      </h2>
      <ul className="card-grid">
        {data.map((list) => (
          <li key={list.id} className="min-w-0">
            <ListCard list={list} to={paths.series(list.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
