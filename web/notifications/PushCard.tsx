import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationPreferences } from '#contract/notifications/notifications.ts';
import { useToken } from '#web/app/session/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { readPushState, switchPushOff, switchPushOn, type PushState } from './push.ts';

const sentences = (): Record<PushState, string> => ({
  unsupported: t`This browser takes no pushes. On an iPhone or iPad the site has to be on the home screen first.`,
  denied: t`This browser is told to show no notifications of this site. You can change that in its settings.`,
  off: t`Pushes reach you while the site is closed, for the kinds you choose below.`,
  on: t`This browser gets pushes, until you sign out in it.`,
});

/** Whether this very browser gets pushes; it is asked for nothing before the press. */
export function PushCard({ ways: preferences }: { ways: NotificationPreferences }) {
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
    <Card title={t`Pushes in this browser`}>
      <div className={data ? undefined : 'invisible'}>
        <p className="text-ink-soft">{sentences()[state]}</p>
        {(state === 'off' || state === 'on') && (
          <Button className="mt-4" pending={change.isPending} onClick={() => change.mutate(state === 'off')}>
            {state === 'off' ? t`Switch pushes on` : t`Switch pushes off`}
          </Button>
        )}
      </div>
      <FormError>
        {change.error && t`This did not work. The browser's push service could not be reached.`}
      </FormError>
      <FormNotice>
        {preferences.pushFailedAt &&
          t`One of your browsers takes no pushes any more, and was taken off the list. Switch them on there again.`}
      </FormNotice>
    </Card>
  );
}
