import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { FollowButton } from '#web/creators/FollowButton.tsx';
import { useCreators } from '#web/creators/creators.queries.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/lists/Avatar.tsx';

const MAX = 5;

/** Creators to follow, where a member's feed is empty. */
export function Suggestions() {
  const { data } = useCreators();
  const creators = data?.slice(0, MAX) ?? [];
  return (
    <div className="grid gap-3 text-start">
      <ul aria-label={t`Creators`} className="grid w-72 max-w-full gap-2">
        {creators.map(({ username, displayName, profileImageUrl }) => (
          <li key={username} className="flex items-center gap-3">
            <Link to={paths.creator(username)} className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
              <Avatar src={backend(profileImageUrl)} size="sm" />
              <bdi className="truncate font-semibold">{displayName ?? username}</bdi>
            </Link>
            <FollowButton username={username} />
          </li>
        ))}
      </ul>
      <ButtonLink variant="primary" reloadDocument to={paths.feed({ following: 'true' })}>
        {t`Show their videos`}
      </ButtonLink>
    </div>
  );
}
