import { MembersOnly } from '#web/accounts/MembersOnly.tsx';
import { MyComments } from '#web/accounts/MyComments.tsx';
import { MyPosts } from '#web/accounts/MyPosts.tsx';
import { ProfileForm } from '#web/accounts/ProfileForm.tsx';
import { ProfileImage } from '#web/accounts/ProfileImage.tsx';
import { useTitle } from '#web/app/title.ts';
import { OrderHistory } from '#web/orders/OrderHistory.tsx';
import { MySubmissions } from '#web/submissions/MySubmissions.tsx';
import { Card, PageHeading } from '#web/ui/Card.tsx';

export function ProfilePage() {
  useTitle('Profile');
  return (
    <MembersOnly>
      {(me) => (
        <div className="wrap max-w-4xl pb-16">
          <PageHeading title={me.displayName ?? me.username} text={`@${me.username}`} />
          <div className="flex flex-col gap-5">
            <Card title="Profile">
              <div className="flex flex-col gap-6">
                <ProfileImage me={me} />
                <ProfileForm key={me.id} me={me} />
              </div>
            </Card>
            <MySubmissions />
            <MyPosts />
            <MyComments />
            <OrderHistory />
          </div>
        </div>
      )}
    </MembersOnly>
  );
}
