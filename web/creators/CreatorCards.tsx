import { plural, t } from '@lingui/core/macro';
import { Trophy } from 'lucide-react';
import { Link } from 'react-router';
import type { Creator } from '#contract/creators/creators.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { widthsOf } from '#web/app/thumbnails.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { classes } from '#web/ui/classes.ts';
import { formatCount } from '#web/ui/format.ts';
import { Count } from '#web/ui/lists/Numbers.tsx';

export const nameOf = ({ displayName, username }: Creator): string => displayName ?? username;

/** The one with the best score. */
export function TopCreator({ creator }: { creator: Creator }) {
  return (
    <section
      aria-label={t`Top creator`}
      className="relative flex flex-wrap items-center gap-6 rounded-card border border-line bg-surface p-6 shadow-card"
    >
      <Avatar src={backend(creator.profileImageUrl)} size="xl" />
      <div className="min-w-0 flex-1">
        <Badge>
          <Trophy aria-hidden="true" />
          {t`Top creator`}
        </Badge>
        <h3 className="mt-2 text-2xl break-words">
          <Link to={paths.creator(creator.username)} className="stretched">
            <bdi>{nameOf(creator)}</bdi>
          </Link>
        </h3>
        <p className="text-ink-soft">
          <bdi>{`@${creator.username}`}</bdi>
        </p>
      </div>
      <Totals creator={creator} />
      <Pictures of={creator} sizes="(width >= 62rem) 19rem, 30vw" className="w-full gap-3" />
    </section>
  );
}

/** The newest videos at a glance. */
function Pictures({
  of: { latestThumbnails },
  sizes,
  className,
}: {
  of: Creator;
  sizes: string;
  className: string;
}) {
  return (
    <div aria-hidden="true" className={classes('grid grid-cols-3 empty:hidden', className)}>
      {latestThumbnails.map((thumbnail) => (
        <img
          key={thumbnail}
          src={backend(thumbnail)}
          {...widthsOf(thumbnail, sizes)}
          alt=""
          loading="lazy"
          className="aspect-video w-full rounded-control bg-raised object-cover"
        />
      ))}
    </div>
  );
}

export function CreatorRow({ creator, rank }: { creator: Creator; rank: number }) {
  return (
    <article className="relative flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 transition hover:bg-raised">
      <span className="numbers w-8 shrink-0 text-end font-bold text-ink-soft">{rank}</span>
      <Avatar src={backend(creator.profileImageUrl)} />
      <div className="min-w-0 flex-1">
        <h3 className="truncate text-base">
          <Link to={paths.creator(creator.username)} className="stretched">
            <bdi>{nameOf(creator)}</bdi>
          </Link>
        </h3>
        <p className="truncate text-sm text-ink-soft">
          <bdi>{`@${creator.username}`}</bdi>
        </p>
        <p className="numbers flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span>{plural(creator.videos, { one: '# video', other: '# videos' })}</span>
          <span>{plural(creator.posts, { one: '# post', other: '# posts' })}</span>
          <span>{plural(creator.comments, { one: '# comment', other: '# comments' })}</span>
          <span>{t`score ${formatCount(creator.score)}`}</span>
        </p>
      </div>
      <Pictures of={creator} sizes="(width >= 40rem) 7rem, 30vw" className="w-full gap-1.5 sm:w-80" />
    </article>
  );
}

export function Totals({ creator }: { creator: Creator }) {
  const figures: [name: string, of: number][] = [
    [t`Videos`, creator.videos],
    [t`Posts`, creator.posts],
    [t`Comments`, creator.comments],
    [t`Likes`, creator.likes],
    [t`Score`, creator.score],
  ];
  return (
    <dl className="flex flex-wrap justify-between gap-x-3 gap-y-2 sm:justify-start sm:gap-x-6">
      {figures.map(([name, of]) => (
        <div key={name}>
          <dt className="text-xs text-ink-soft">{name}</dt>
          <dd className="text-xl font-bold [&_.numbers]:normal-nums">
            <Count of={of} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
