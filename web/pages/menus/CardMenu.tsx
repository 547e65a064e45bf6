import { t } from '@lingui/core/macro';
import { Check, EllipsisVertical, LogIn, Plus } from 'lucide-react';
import type { Video } from '#contract/videos/videos.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { useFollowCreator, useFollows } from '#web/creators/follows.queries.ts';
import { usePersonItems } from '#web/blocks/usePersonItems.tsx';
import { Menu, type MenuItem } from '#web/ui/controls/Menu.tsx';

/** On a card: follow its creator, mute or block them. Nothing for clips from elsewhere, and for one's own. */
export function CardMenu({ video: { title, creatorUsername: username } }: { video: Video }) {
  const { me } = useMe();
  const person = usePersonItems(username);
  const follow = useFollow(username ?? '');
  if (username === null || me?.username === username) return null;
  return (
    <Menu
      label={t`More about ${title}`}
      button={<EllipsisVertical />}
      className="size-9 bg-scrim text-on-scrim hover:bg-scrim"
      items={[follow, ...person]}
    />
  );
}

function useFollow(username: string): MenuItem {
  const { me } = useMe();
  const { data } = useFollows();
  const { mutate } = useFollowCreator(username);
  const following = data?.creators.some((each) => each.toLowerCase() === username.toLowerCase()) ?? false;
  if (!me) return { label: t`Sign in to follow ${username}`, icon: <LogIn />, to: paths.login() };
  return {
    label: following ? t`Unfollow ${username}` : t`Follow ${username}`,
    icon: following ? <Check /> : <Plus />,
    onSelect: () => mutate(!following),
  };
}
