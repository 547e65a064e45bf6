import { t } from '@lingui/core/macro';
import { Skeleton } from '#web/ui/lists/States.tsx';

export function CommentsLoading() {
  return (
    <div role="status" aria-label={t`Loading comments`} className="space-y-5">
      {[0, 1, 2].map((at) => (
        <Skeleton key={at} className="h-16" />
      ))}
    </div>
  );
}
