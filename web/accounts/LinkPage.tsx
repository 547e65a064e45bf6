import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { accounts } from '#contract/accounts/accounts.ts';
import type { withdrawals } from '#contract/withdrawals/withdrawals.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/app/client/call.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { AuthCard } from './AuthCard.tsx';

type ByLink = typeof accounts.verifyEmail | typeof accounts.takeBackEmail | typeof withdrawals.confirm;

/**
 * A page opened from an emailed link. Mail scanners open links too, so nothing happens before its button is
 * pressed.
 */
export function LinkPage<E extends ByLink>({
  title,
  text,
  button,
  endpoint,
  done,
  failed,
  children,
}: {
  title: string;
  /** The button's label. */
  text: string;
  button: string;
  endpoint: E;
  done: (answer: ResponseOf<E>) => ReactNode;
  /** Help when the link doesn't work. */
  failed: ReactNode;
  children?: ReactNode;
}) {
  const [search] = useSearchParams();
  const token = search.get('token')?.trim() ?? '';
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () =>
      (await call(endpoint as typeof accounts.verifyEmail, { body: { token } })) as ResponseOf<E>,
    onSuccess: () => client.invalidateQueries({ queryKey: ['me'] }),
  });
  return (
    <AuthCard title={title} text={!data && text} footer={children}>
      <FormError>{token ? error?.message : t`Missing or invalid token.`}</FormError>
      {(error ?? !token) && <p className="mt-4 text-ink-soft">{failed}</p>}
      <FormNotice>{data && done(data)}</FormNotice>
      {token && !data && (
        <Button variant="primary" className="mt-4 w-full" pending={isPending} onClick={() => mutate()}>
          {button}
        </Button>
      )}
    </AuthCard>
  );
}
