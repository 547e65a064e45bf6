import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { MAX_DAYS, MAX_USES, MEMBERS, type Invitation } from '#contract/accounts/sign-up.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { parseNumber } from '#web/app/i18n/numbers.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useInvitations, useInvite, useRevoke, type Inviter } from './sign-up.queries.ts';

/** Links that let people sign up: an admin's view of all, or a member's of their own. */
export function InvitationsCard({ as }: { as: Inviter }) {
  const invite = useInvite(as);
  const most = as === 'admin' ? { uses: MAX_USES, days: MAX_DAYS } : MEMBERS;
  const [link, setLink] = useState<string | null>(null);
  const form = useForm(useFields({ note: '', maxUses: '1', days: '14' }), invite, {
    check: ({ maxUses, days }) => ({
      ...(!isWhole(maxUses, most.uses) && { maxUses: t`A number from 1 to ${most.uses}.` }),
      ...(!isWhole(days, most.days) && { days: t`A number from 1 to ${most.days}.` }),
    }),
    toInput: ({ note, maxUses, days }) => ({ note, maxUses: parseNumber(maxUses), days: parseNumber(days) }),
    onSent: ({ url }) => setLink(url),
  });
  return (
    <Card title={t`Invitations`}>
      <Form form={form} button={t`Create invitation`} variant="secondary">
        <div className="grid items-start gap-3 sm:grid-cols-[1fr_8rem_8rem]">
          <Field label={t`Note for yourself`} {...form.field('note')} maxLength={100} autoComplete="off" />
          <Field label={t`Uses`} {...form.field('maxUses')} inputMode="numeric" />
          <Field label={t`Days`} {...form.field('days')} inputMode="numeric" />
        </div>
      </Form>
      {link && <NewLink url={link} />}
      <InvitationList as={as} />
    </Card>
  );
}

function isWhole(typed: string, max: number): boolean {
  const number = parseNumber(typed);
  return Number.isInteger(number) && number >= 1 && number <= max;
}

function NewLink({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast(t`Link copied`),
      () => toast(t`Copy the link manually`, { kind: 'warn' }),
    );
  return (
    <div className="mt-4 flex flex-col gap-2">
      <FormNotice>{t`Copy this link now. You won’t see it again:`}</FormNotice>
      <code className="text-sm break-all">{url}</code>
      <Button size="sm" className="self-start" onClick={() => void copy()}>
        {t`Copy link`}
      </Button>
    </div>
  );
}

function InvitationList({ as }: { as: Inviter }) {
  const list = useInvitations(as);
  const revoke = useRevoke(as);
  return (
    <>
      <ul className="mt-4 divide-y divide-line">
        {list.data?.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-3 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold wrap-anywhere">
                <span>{invitation.note ?? t`Invitation`}</span>{' '}
                {isOver(invitation) && <Badge>{invitation.revoked ? t`Withdrawn` : t`Over`}</Badge>}
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                <span>{t`${invitation.uses} of ${invitation.maxUses} joined`}</span>
                {invitation.people.length > 0 && <bdi>{`: ${invitation.people.join(', ')}`}</bdi>}
                <span>{` · ${t`made`}`}</span> <Time at={invitation.createdAt} />
                <span>{as === 'admin' && invitation.createdBy && t` by ${invitation.createdBy}`}</span>
              </p>
            </div>
            {!isOver(invitation) && (
              <Button
                size="sm"
                pending={revoke.isPending && revoke.variables === invitation.id}
                onClick={() => revoke.mutate(invitation.id)}
              >
                {t`Withdraw`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LoadMore list={list} size="sm" />
    </>
  );
}

const isOver = ({ revoked, uses, maxUses, expiresAt }: Invitation): boolean =>
  revoked || uses >= maxUses || new Date(expiresAt) < new Date();
