import { t } from '@lingui/core/macro';
import { Check, Plus } from 'lucide-react';
import type { Category } from '#contract/videos.ts';
import { useMe } from '#web/app/me.ts';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { useFollowCategory, useFollowCreator, useFollows } from './follows.queries.ts';

/** Follows a creator, or no longer; guests are shown the way in. Nobody follows themselves. */
export function FollowButton({ username }: { username: string }) {
  const { me } = useMe();
  const signedIn = useSignedIn();
  const follow = useFollowCreator(username);
  const { data } = useFollows();
  if (signedIn && me?.username === username) return null;
  if (!signedIn) return <SignInToFollow what={username} />;
  const following = data?.creators.some((each) => each.toLowerCase() === username.toLowerCase()) ?? false;
  return <Toggle what={username} following={following} change={follow} />;
}

/** The same for a category. */
export function FollowCategoryButton({ category }: { category: Category }) {
  const signedIn = useSignedIn();
  const follow = useFollowCategory(category);
  const { data } = useFollows();
  if (!signedIn) return <SignInToFollow what={category} />;
  const following = data?.categories.includes(category) ?? false;
  return <Toggle what={category} following={following} change={follow} />;
}

/** The server writes the page for guests. */
function useSignedIn(): boolean {
  const { signedIn } = useMe();
  return useHydrated() && signedIn;
}

const SignInToFollow = ({ what }: { what: string }) => (
  <ButtonLink size="sm" className="h-10" to={paths.login()} aria-label={t`Follow ${what}`}>
    <Plus aria-hidden="true" />
    <span>{t`Follow`}</span>
  </ButtonLink>
);

interface Change {
  isPending: boolean;
  /** What was asked for. */
  variables: boolean | undefined;
  mutate: (following: boolean) => void;
}

/** Shown at once; pressed while it stands for what one follows. */
function Toggle({ what, following, change }: { what: string; following: boolean; change: Change }) {
  const shown = change.isPending ? change.variables === true : following;
  return (
    <Button
      size="sm"
      className="h-10"
      variant={shown ? 'quiet' : undefined}
      aria-label={t`Follow ${what}`}
      aria-pressed={shown}
      disabled={change.isPending}
      onClick={() => change.mutate(!following)}
    >
      {shown ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />}
      <span>{shown ? t`Following` : t`Follow`}</span>
    </Button>
  );
}
