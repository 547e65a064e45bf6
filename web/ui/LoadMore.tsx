import { Button } from './Button.tsx';

/** The part of an infinite query that a list's end needs. */
export interface Pages {
  hasNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  isFetchingNextPage: boolean;
}

/** The end of a list that goes on; nothing where it is whole. */
export function LoadMore({ list, className }: { list: Pages; className?: string }) {
  if (!list.hasNextPage) return null;
  return (
    <Button className={className} pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Load more
    </Button>
  );
}
