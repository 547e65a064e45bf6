import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';

/** The part of an infinite query that a list's end needs. */
export interface Pages {
  hasNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  isFetchingNextPage: boolean;
}

/** The end of a paginated list; renders nothing once it is complete. */
export function LoadMore({
  list,
  children = t`Load more`,
  ...button
}: { list: Pages } & Partial<Pick<ComponentProps<typeof Button>, 'className' | 'size' | 'children'>>) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      data-load-more
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      {...button}
    >
      {children}
    </Button>
  );
}
