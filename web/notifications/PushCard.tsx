import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationPreferences } from '#contract/notifications/notifications.ts';
import { useToken } from '#web/app/session/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { readPushState, switchPushOff, switchPushOn, type PushState } from './push.ts';

const sentences = (): Record<PushState, string> => ({
  unsupported: t`This browser doesn’t support push notifications. On iPhone and iPad, add the site to your home screen first.`,
  denied: t`Notifications from this site are blocked. Allow them in your browser settings.`,
  off: t`Get the notifications you choose below even when the site is closed.`,
  on: t`You’ll get push notifications in this browser until you sign out.`,
});

/** Whether this very browser gets pushes; it is asked for nothing before the press. */
export function PushCard({ preferences }: { preferences: NotificationPreferences }) {
  const client = useQueryClient();
  const queryKey = ['push-state', useToken()] as const;
  const { data } = useQuery({ queryKey, queryFn: readPushState });
  // reserves the height of the usual text, so that the buttons below don't move
  const state = data === undefined || (data === 'on' && preferences.pushDevices === 0) ? 'off' : data;
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? switchPushOn() : switchPushOff()),
    onSuccess: (now) => {
      client.setQueryData(queryKey, now);
      return client.invalidateQueries({ queryKey: ['notification-ways'] });
    },
  });
  return (
    <Card title={t`Push notifications in this browser`}>
      <div className={data ? undefined : 'invisible'}>
        <p className="text-ink-soft">{sentences()[state]}</p>
        {(state === 'off' || state === 'on') && (
          <Button className="mt-4" pending={change.isPending} onClick={() => change.mutate(state === 'off')}>
            {state === 'off' ? t`Turn on push notifications` : t`Turn off push notifications`}
          </Button>
        )}
      </div>
      <FormError>{change.error && t`Couldn’t reach the browser’s push service. Please try again.`}</FormError>
      <FormNotice>
        {preferences.pushFailedAt &&
          t`One of your browsers stopped accepting push notifications, so we removed it. Turn them on again in that browser.`}
      </FormNotice>
    </Card>
  );
}
