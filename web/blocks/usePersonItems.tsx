import { t } from '@lingui/core/macro';
import { Ban, Volume2, VolumeX } from 'lucide-react';
import { useMe } from '#web/app/session/me.ts';
import type { MenuItem } from '#web/ui/controls/Menu.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useChangePerson, usePeople, type PeopleList } from './blocks.queries.ts';

/** A member's actions on another person: mute and block, or undo it. Empty for guests and for oneself. */
export function usePersonItems(username: string | null): MenuItem[] {
  const { me } = useMe();
  const block = useChangePerson('blocks');
  const mute = useChangePerson('mutes');
  const isBlocked = useIsListed('blocks', username);
  const isMuted = useIsListed('mutes', username);
  if (!me || username === null || me.username === username) return [];
  const setMuted = (listed: boolean): void =>
    mute.mutate(
      { username, listed },
      {
        onSuccess: () =>
          toast(listed ? t`${username} is muted` : t`${username} is no longer muted`, {
            ...(listed && { text: t`You can undo this in Settings.` }),
          }),
      },
    );
  const setBlocked = async (listed: boolean): Promise<void> => {
    const sure =
      !listed ||
      (await confirm({
        title: t`Block ${username}?`,
        text: t`You won’t see each other’s posts and comments, and you’ll stop following each other. You can undo this in Settings.`,
        action: t`Block`,
        danger: true,
      }));
    if (sure)
      block.mutate(
        { username, listed },
        { onSuccess: () => toast(listed ? t`${username} is blocked` : t`${username} is no longer blocked`) },
      );
  };
  return [
    {
      label: isMuted ? t`Unmute ${username}` : t`Mute ${username}`,
      icon: isMuted ? <Volume2 /> : <VolumeX />,
      onSelect: () => setMuted(!isMuted),
    },
    {
      label: isBlocked ? t`Unblock ${username}` : t`Block ${username}`,
      icon: <Ban />,
      onSelect: () => void setBlocked(!isBlocked),
    },
  ];
}

export function useIsListed(list: PeopleList, username: string | null): boolean {
  const { data } = usePeople(list);
  return data?.some((person) => person.username.toLowerCase() === username?.toLowerCase()) ?? false;
}
