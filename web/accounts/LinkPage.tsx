import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from '#web/ui/router.tsx';
import type { accounts } from '#contract/accounts/accounts.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/app/call.ts';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { AuthCard } from './AuthCard.tsx';

/** A page that a mailed link opens: it hands the token to the server once, and says what came of it. */
export function LinkPage<E extends typeof accounts.verifyEmail | typeof accounts.takeBackEmail>({
  title,
  endpoint,
  done,
  failed,
  children,
}: {
  title: string;
  endpoint: E;
  done: (answer: ResponseOf<E>) => ReactNode;
  /** What helps whose link does not. */
  failed: ReactNode;
  children?: ReactNode;
}) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const client = useQueryClient();
  const { mutate, data, error, isIdle, isPending } = useMutation({
    mutationFn: async () =>
      (await call(endpoint as typeof accounts.verifyEmail, { body: { token } })) as ResponseOf<E>,
    onSuccess: () => client.invalidateQueries({ queryKey: ['me'] }),
  });
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    mutate();
  }, [mutate]);
  return (
    <AuthCard title={title} footer={children}>
      {(isIdle || isPending) && <Spinner />}
      <FormError>{error?.message}</FormError>
      {error && <p className="mt-4 text-ink-soft">{failed}</p>}
      <FormNotice>{data && done(data)}</FormNotice>
    </AuthCard>
  );
}
