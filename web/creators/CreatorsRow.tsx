import { plural, t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { nameOf } from './CreatorCards.tsx';
import { useTopCreators } from './creators.queries.ts';

/** The creators with the best score, side by side; hidden on a site without any. */
export function CreatorsRow() {
  const { data } = useTopCreators();
  const shown = data?.filter(({ videos }) => videos > 0) ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="creators" className="mt-10">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="creators" className="text-xl">
          {t`Creators`}
        </h2>
        <Link
          to={paths.creators()}
          className="py-1 font-semibold text-accent-text underline underline-offset-4"
        >
          {t`View all creators`}
        </Link>
      </div>
      <ul className="no-scrollbar -mx-2 flex snap-x overflow-x-auto p-1">
        {shown.map((creator) => (
          <li key={creator.username} className="w-28 shrink-0 snap-start sm:w-32">
            <Link
              to={paths.creator(creator.username)}
              className="flex flex-col items-center gap-1.5 rounded-card px-2 py-3 text-center transition-colors hover:bg-raised"
            >
              <Avatar src={backend(creator.profileImageUrl)} size="lg" />
              <bdi className="w-full truncate text-sm font-semibold">{nameOf(creator)}</bdi>
              <span className="numbers text-xs text-ink-soft">
                {plural(creator.videos, { one: '# video', other: '# videos' })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
