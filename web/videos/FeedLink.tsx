import { t } from '@lingui/core/macro';
import { Play } from 'lucide-react';
import type { Video } from '#contract/videos/videos.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';

/** Opens the feed at the first video of a list, the others behind it. `list`: what the list shows (contract/videos/feed-address.ts). */
export function FeedLink({
  videos,
  list,
}: {
  videos: readonly Video[] | undefined;
  list: Record<string, string | undefined>;
}) {
  const [first] = videos ?? [];
  if (!first) return null;
  return (
    <ButtonLink size="sm" className="h-10" to={paths.feed({ start: String(first.id), ...list })}>
      <Play aria-hidden="true" />
      {t`Watch as a feed`}
    </ButtonLink>
  );
}
