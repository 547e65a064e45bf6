import { plural, t } from '@lingui/core/macro';
import { Globe, ListVideo, Lock } from 'lucide-react';
import { backend } from '#web/app/client/backend.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';
import { Link } from 'react-router';

interface ListCardProps {
  list: { title: string; count: number; thumbnail: string | null; creator: string };
  to: string;
  /** Of a playlist that is one's own. */
  visibility?: 'PRIVATE' | 'PUBLIC';
}

/** A playlist or a series in a grid: the picture of its first video on a pile. */
export function ListCard({ list, to, visibility }: ListCardProps) {
  return (
    <article className="group relative min-w-0 pt-2">
      <span aria-hidden="true" className="absolute inset-x-4 top-0 h-4 rounded-t-card bg-line" />
      <Thumbnail
        src={backend(list.thumbnail)}
        className="aspect-video rounded-card shadow-card"
        fallback={<ListVideo aria-hidden="true" className="size-9" />}
      >
        <Badge tone="scrim" className="absolute end-2 bottom-2 rounded-control px-2">
          <ListVideo aria-hidden="true" />
          <span>{plural(list.count, { one: '# video', other: '# videos' })}</span>
        </Badge>
      </Thumbnail>
      <h3 className="mt-3 line-clamp-2 text-base leading-snug font-semibold break-words">
        <Link to={to} className="stretched outline-offset-4 after:rounded-card">
          <bdi>{list.title}</bdi>
        </Link>
      </h3>
      <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-soft [&_svg]:size-4">
        {visibility === 'PRIVATE' && (
          <>
            <Lock aria-hidden="true" />
            <span>{t`Private`}</span>
          </>
        )}
        {visibility === 'PUBLIC' && (
          <>
            <Globe aria-hidden="true" />
            <span>{t`Public`}</span>
          </>
        )}
        {!visibility && <bdi className="truncate">{list.creator}</bdi>}
      </p>
    </article>
  );
}
