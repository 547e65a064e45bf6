import { Bookmark } from 'lucide-react';
import { useLaterIds } from '#web/lists/later.queries.ts';

/** Filled where the video is in Watch later. */
export function FeedBookmark({ id }: { id: number }) {
  const isSaved = useLaterIds()?.includes(id) ?? false;
  return <Bookmark aria-hidden="true" fill={isSaved ? 'currentColor' : 'none'} />;
}
