import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { comments } from '#contract/comments.ts';
import { call } from '#web/app/call.ts';
import { useMe } from '#web/app/me.ts';
import { listOwn, noteOwn } from '#web/app/own.ts';
import { paths } from '#web/app/paths.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Link } from '#web/ui/router.tsx';
import { EVERYWHERE } from './comments.queries.ts';

const SEEN = 'replies seen';
const SHOWN = '20';

/** For guests who wrote something in this browser: what was replied to it, on any clip. */
export function GuestReplies() {
  const { signedIn } = useMe();
  const wrote = useHydrated() && !signedIn && listOwn(EVERYWHERE).length > 0;
  const { data } = useQuery({
    queryKey: ['replies', 'to me'],
    queryFn: () => call(comments.toMe, { query: { limit: SHOWN } }),
    enabled: wrote,
  });
  const [seen, setSeen] = useState(() => listOwn(SEEN)[0] ?? 0);
  const [latest] = data ?? [];
  if (!wrote || !data || !latest) return null;
  const fresh = data.filter(({ id }) => id > seen).length;
  return (
    <details
      className="rounded-card border border-line bg-surface px-4 py-3"
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || latest.id <= seen) return;
        noteOwn(SEEN, latest.id);
        setSeen(latest.id);
      }}
    >
      <summary className="font-semibold">
        {fresh > 0 ? t`Replies to your comments (${fresh} new)` : t`Replies to your comments`}
      </summary>
      <p className="mt-2 text-sm text-ink-soft">
        {t`What others replied to what you wrote as a guest in this browser.`}
      </p>
      <ul className="mt-3 space-y-3">
        {data.map((reply) => (
          <li key={reply.id} className="text-sm">
            <p className="text-ink-soft">
              <bdi className="font-semibold text-ink">{reply.authorDisplayName ?? reply.authorUsername}</bdi>
              {' · '}
              <bdi>{reply.videoTitle}</bdi>
              {' · '}
              <Time at={reply.createdAt} />
            </p>
            <Link
              dir="auto"
              to={paths.comment(reply.videoId, reply.id)}
              className="line-clamp-2 break-words underline-offset-2 hover:underline"
            >
              {reply.text}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
