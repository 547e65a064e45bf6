import { t } from '@lingui/core/macro';
import { Ban } from 'lucide-react';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { useChangePerson } from './blocks.queries.ts';
import { useIsListed } from './usePersonItems.tsx';

/** On the page of a person whom the viewer has blocked. */
export function BlockedNotice({ username }: { username: string }) {
  const isBlocked = useIsListed('blocks', username);
  const { mutate, isPending } = useChangePerson('blocks');
  if (!isBlocked) return null;
  return (
    <EmptyState
      className="py-8"
      icon={<Ban />}
      title={t`You’ve blocked ${username}`}
      text={t`You can’t see each other’s posts and comments.`}
      action={
        <Button disabled={isPending} onClick={() => mutate({ username, listed: false })}>
          {t`Unblock`}
        </Button>
      }
    />
  );
}
