import { t } from '@lingui/core/macro';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#contract/accounts/accounts.ts';
import { MembersOnly } from '#web/accounts/MembersOnly.tsx';
import { MyComments } from '#web/accounts/profile/MyComments.tsx';
import { MyPosts } from '#web/accounts/profile/MyPosts.tsx';
import { ProfileForm } from '#web/accounts/profile/ProfileForm.tsx';
import { ProfileImage } from '#web/accounts/profile/ProfileImage.tsx';
import { backend } from '#web/app/client/backend.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { hasLeft } from '#web/app/session/session.ts';
import { GuestOrders } from '#web/orders/GuestOrders.tsx';
import { listOrderIds } from '#web/orders/order-keys.ts';
import { OrderHistory } from '#web/orders/OrderHistory.tsx';
import { MySubmissions } from '#web/submissions/MySubmissions.tsx';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Profile`, hidden: true });

export function ProfilePage() {
  const { signedIn } = useMe();
  const [orders] = useState(listOrderIds);
  // what a guest may see of it: the confirmation of an order leads here
  if (!signedIn && orders.length > 0 && !hasLeft())
    return (
      <div className="wrap max-w-4xl pb-16">
        <PageHeading
          title={t`Your orders`}
          actions={<ButtonLink to={`${paths.login()}?next=${paths.profile()}`}>{t`Log in`}</ButtonLink>}
        />
        <GuestOrders ids={orders} />
      </div>
    );
  return <OwnProfile />;
}

function OwnProfile() {
  const [isEditing, setEditing] = useState(false);
  return (
    <MembersOnly>
      {(me) => (
        <div className="wrap max-w-4xl pb-16">
          <PageHeading
            title={<bdi>{me.displayName ?? me.username}</bdi>}
            text={
              <>
                <span className="block">
                  <bdi>{`@${me.username}`}</bdi>
                </span>
                {me.bio && (
                  <span dir="auto" className="mt-1 block break-words whitespace-pre-line text-ink">
                    {me.bio}
                  </span>
                )}
              </>
            }
            picture={<Avatar src={backend(me.profileImageUrl)} size="lg" />}
            actions={
              <Button onClick={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                {t`Edit profile`}
              </Button>
            }
          />
          <div className="flex flex-col gap-5">
            <MySubmissions />
            <MyPosts />
            <MyComments />
            <OrderHistory />
          </div>
          {isEditing && <EditDialog me={me} onClose={() => setEditing(false)} />}
        </div>
      )}
    </MembersOnly>
  );
}

const EditDialog = ({ me, onClose }: { me: Me; onClose: () => void }) => (
  <Dialog title={t`Edit profile`} onClose={onClose}>
    <div className="flex flex-col gap-6">
      <ProfileImage me={me} />
      <ProfileForm me={me} onSaved={onClose} />
    </div>
  </Dialog>
);
