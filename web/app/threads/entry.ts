import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { confirm } from '#web/ui/dialogs/confirm.ts';

/** Brings what a link leads to into view, once. */
export function useMark<E extends HTMLElement>(isMarked: boolean) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  return element;
}

/** Authors delete their own; an admin hides those of others, and may think better of it. */
export const confirmRemoval = (title: string, mine: boolean): Promise<boolean> =>
  confirm({
    title,
    text: mine ? undefined : t`You can undo this for 30 days in Admin Dashboard → Reports.`,
    action: mine ? t`Delete` : t`Hide`,
    danger: true,
  });

export const isYounger = ({ createdAt }: { createdAt: string }, minutes: number): boolean =>
  Date.now() - Date.parse(createdAt) < minutes * 60_000;
