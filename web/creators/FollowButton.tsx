import { t } from '@lingui/core/macro';
import { Check, Plus } from 'lucide-react';
import type { Category } from '#contract/videos/videos.ts';
import { useCategoryText } from '#web/app/i18n/CategoryName.tsx';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { useFollowCategory, useFollowCreator, useFollowTag, useFollows } from './follows.queries.ts';

/** Follows or unfollows a creator; guests get the sign-in. Hidden for oneself. */
export function FollowButton({ username, isBare = false }: { username: string; isBare?: boolean }) {
  const { me } = useMe();
  const signedIn = useSignedIn();
  const follow = useFollowCreator(username);
  const { data } = useFollows();
  if (signedIn && me?.username === username) return null;
  if (!signedIn) return <SignInToFollow what={username} isBare={isBare} />;
  const following = data?.creators.some((each) => each.toLowerCase() === username.toLowerCase()) ?? false;
  return <Toggle what={username} following={following} change={follow} isBare={isBare} />;
}

/** The same for a category. */
export function FollowCategoryButton({ category }: { category: Category }) {
  const signedIn = useSignedIn();
  const follow = useFollowCategory(category);
  const text = useCategoryText()(category);
  const { data } = useFollows();
  if (!signedIn) return <SignInToFollow what={text} isNamed />;
  const following = data?.categories.includes(category) ?? false;
  return <Toggle what={text} following={following} change={follow} isNamed />;
}

/** The same for a tag. */
export function FollowTagButton({ tag }: { tag: string }) {
  const signedIn = useSignedIn();
  const follow = useFollowTag(tag);
  const { data } = useFollows();
  const what = `#${tag}`;
  if (!signedIn) return <SignInToFollow what={what} />;
  return <Toggle what={what} following={data?.tags.includes(tag) ?? false} change={follow} />;
}

/** The server writes the page for guests. */
function useSignedIn(): boolean {
  const { signedIn } = useMe();
  return useHydrated() && signedIn;
}

/** On a video that plays. */
const BARE = 'on-picture h-8 border-on-scrim/70 bg-transparent text-on-scrim hover:bg-on-scrim/10';

interface Shown {
  what: string;
  isBare?: boolean;
  /** The label names it. */
  isNamed?: boolean;
}

const SignInToFollow = ({ what, isBare = false, isNamed = false }: Shown) => (
  <ButtonLink size="sm" className={isBare ? BARE : 'h-10'} to={paths.login()} aria-label={t`Follow ${what}`}>
    <Plus aria-hidden="true" />
    <span>{isNamed ? t`Follow ${what}` : t`Follow`}</span>
  </ButtonLink>
);

interface Change {
  isPending: boolean;
  /** The requested state. */
  variables: boolean | undefined;
  mutate: (following: boolean) => void;
}

/** Optimistic; shown as pressed while following. */
function Toggle({
  what,
  following,
  change,
  isBare = false,
  isNamed = false,
}: Shown & {
  following: boolean;
  change: Change;
}) {
  const shown = change.isPending ? change.variables === true : following;
  return (
    <Button
      size="sm"
      className={isBare ? BARE : 'h-10'}
      variant={shown ? 'quiet' : undefined}
      aria-label={t`Follow ${what}`}
      aria-pressed={shown}
      disabled={change.isPending}
      onClick={() => change.mutate(!following)}
    >
      {shown ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />}
      <span>{shown ? t`Following` : isNamed ? t`Follow ${what}` : t`Follow`}</span>
    </Button>
  );
}
