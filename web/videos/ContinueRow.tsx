import { t } from '@lingui/core/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { history } from '#contract/history/history.ts';
import type { Video } from '#contract/videos/videos.ts';
import { call } from '#web/app/client/call.ts';
import { paths } from '#web/app/paths.ts';
import { useMe } from '#web/app/session/me.ts';
import { guestWatched, isUnfinished } from '#web/app/watched.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { VideoGrid } from './VideoGrid.tsx';
import { videoQuery } from './videos.queries.ts';

const SHOWN = 4;

/** Videos to continue watching, latest first: those of the account or, for a guest, of this browser. */
function useContinueWatching(): Video[] {
  const hydrated = useHydrated();
  const { signedIn, pending } = useMe();
  const { data: members = [] } = useQuery({
    queryKey: ['history', 'continue'],
    queryFn: () => call(history.list),
    enabled: signedIn,
    select: (list) => list.filter((entry) => isUnfinished(entry, entry.seconds)),
  });
  const guests = hydrated && !signedIn && !pending ? guestWatched() : [];
  const unfinished = guests.filter(([, seconds, durationSec]) => isUnfinished({ durationSec }, seconds));
  const found = useQueries({ queries: unfinished.slice(0, SHOWN).map(([id]) => videoQuery(id)) });
  return signedIn ? members.slice(0, SHOWN) : found.flatMap(({ data }) => data ?? []);
}

/** Nothing while there is nothing to continue. */
export function ContinueRow() {
  const { signedIn } = useMe();
  const videos = useContinueWatching();
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="continue" className="mt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="continue" className="text-xl">
          {t`Continue watching`}
        </h2>
        {signedIn && (
          <Link to={paths.history()} className="font-semibold text-accent-text underline underline-offset-4">
            {t`History`}
          </Link>
        )}
      </div>
      {/* on phones a card fills the width: two leave the rest of the page within reach */}
      <div className="max-sm:[&_li:nth-child(n+3)]:hidden">
        <VideoGrid videos={videos} error={null} onRetry={() => {}} expected={0} />
      </div>
    </section>
  );
}
