import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { SignUpRequest } from '#contract/accounts/sign-up.ts';
import { useConfig } from '#web/app/config.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx';
import { ErrorState } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useAnswerSignUp, useSignUpRequests } from './sign-up.queries.ts';

/** Sign-up requests, oldest first. Shown if the owner approves sign-ups, or some are still pending. */
export function SignUpRequests() {
  const list = useSignUpRequests();
  const { signUpQuestion } = useConfig();
  const { data, error, refetch } = list;
  if (signUpQuestion === null && !data?.length) return null;
  return (
    <Card title={t`Requests to join`}>
      {error && <ErrorState title={t`Couldn’t load requests`} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-ink-soft">{t`No pending requests.`}</p>}
      <ul className="divide-y divide-line">
        {data?.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
      <LoadMore list={list} size="sm" />
    </Card>
  );
}

function Request({ request }: { request: SignUpRequest }) {
  const { id, username, displayName, email, bio, createdAt } = request;
  const reply = useAnswerSignUp();
  const [declining, setDeclining] = useState(false);
  // this item is gone by then, so the list's message is announced first
  const answer = (how: { reason?: string }, message: string): void =>
    void reply.mutateAsync({ id, ...how }).then(
      () => toast(message),
      (error: Error) => toast(t`That didn’t work`, { kind: 'bad', text: error.message }),
    );
  return (
    <li className="flex flex-wrap items-start gap-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">
          <bdi>{username}</bdi>
          {displayName && (
            <span className="font-normal text-ink-soft">
              {' '}
              · <bdi>{displayName}</bdi>
            </span>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          <bdi>{email}</bdi> <Time at={createdAt} />
        </p>
        <p dir="auto" className="prose-width mt-2 wrap-anywhere whitespace-pre-line">
          {request.answer}
        </p>
        {bio && (
          <p dir="auto" className="prose-width mt-1 text-sm wrap-anywhere text-ink-soft">
            {bio}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          aria-label={t`Approve ${username}`}
          pending={reply.isPending && !declining}
          onClick={() => answer({}, t`${username} is now a member`)}
        >
          {t`Approve`}
        </Button>
        <Button size="sm" aria-label={t`Decline ${username}`} onClick={() => setDeclining(true)}>
          {t`Decline`}
        </Button>
      </div>
      {declining && (
        <ReasonDialog
          title={t`Decline ${username}’s request`}
          action={t`Decline`}
          pending={reply.isPending}
          onClose={() => setDeclining(false)}
          onReason={(reason) => answer({ reason }, t`${username} was notified by email`)}
        />
      )}
    </li>
  );
}
