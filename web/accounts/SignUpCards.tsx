import { useState } from 'react';
import { MAX_DAYS, MAX_USES, type Invitation } from '#contract/sign-up.ts';
import type { StepRole } from '#contract/security.ts';
import { useFields, useForm } from '#web/app/form.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox, Field } from '#web/ui/Field.tsx';
import { FormError, FormNotice } from '#web/ui/FormNotes.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { Time } from '#web/ui/Numbers.tsx';
import { toast } from '#web/ui/toast.ts';
import { useInvitations, useInvite, useRevoke, useSetStepRoles, useStepRoles } from './sign-up.queries.ts';

const STEP_ROLES: [StepRole, string][] = [
  ['CONTENT_CREATOR', 'Creators need a second step'],
  ['GLOBAL_ADMIN', 'Administrators need a second step'],
];

/** Who gets in, and how sure the site wants to be of them. */
export function SignUpCards() {
  return (
    <section className="grid items-start gap-5 lg:grid-cols-2">
      <InvitationsCard />
      <StepRolesCard />
    </section>
  );
}

function StepRolesCard() {
  const { data } = useStepRoles();
  const change = useSetStepRoles();
  const roles = data?.roles ?? [];
  return (
    <Card title="Second step">
      {STEP_ROLES.map(([role, label]) => (
        <Checkbox
          key={role}
          label={label}
          checked={roles.includes(role)}
          disabled={!data || change.isPending}
          onChange={({ target }) =>
            change.mutate(target.checked ? [...roles, role] : roles.filter((each) => each !== role))
          }
        />
      ))}
      <p className="mt-2 text-sm text-ink-soft">
        Until they have one, they can do only what every member may.
      </p>
      <FormError>{change.error?.message}</FormError>
    </Card>
  );
}

function InvitationsCard() {
  const invite = useInvite();
  const [link, setLink] = useState<string | null>(null);
  const form = useForm(useFields({ note: '', maxUses: '1', days: '14' }), invite, {
    check: ({ maxUses, days }) => ({
      ...(!isWhole(maxUses, MAX_USES) && { maxUses: `A number from 1 to ${MAX_USES}.` }),
      ...(!isWhole(days, MAX_DAYS) && { days: `A number from 1 to ${MAX_DAYS}.` }),
    }),
    toInput: ({ note, maxUses, days }) => ({ note, maxUses: Number(maxUses), days: Number(days) }),
    onSent: ({ url }) => setLink(url),
  });
  return (
    <Card title="Invitations">
      <form {...form.attributes} className="grid items-start gap-3 sm:grid-cols-[1fr_8rem_8rem]">
        <Field label="Note for yourself" {...form.field('note')} maxLength={100} autoComplete="off" />
        <Field label="Uses" {...form.field('maxUses')} inputMode="numeric" />
        <Field label="Days" {...form.field('days')} inputMode="numeric" />
        <div className="sm:col-span-3">
          <Button type="submit" pending={form.pending}>
            Make an invitation
          </Button>
        </div>
      </form>
      <FormError>{form.problem?.message}</FormError>
      {link && <NewLink url={link} />}
      <InvitationList />
    </Card>
  );
}

const isWhole = (typed: string, max: number): boolean => /^[1-9]\d*$/.test(typed) && Number(typed) <= max;

function NewLink({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast('Link copied'),
      () => toast('Please copy the link by hand', { kind: 'warn' }),
    );
  return (
    <div className="mt-4 flex flex-col gap-2">
      <FormNotice>This link is shown only now:</FormNotice>
      <code className="text-sm break-all">{url}</code>
      <Button size="sm" className="self-start" onClick={() => void copy()}>
        Copy the link
      </Button>
    </div>
  );
}

function InvitationList() {
  const list = useInvitations();
  const revoke = useRevoke();
  return (
    <>
      <ul className="mt-4 divide-y divide-line">
        {list.data?.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-3 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold wrap-anywhere">
                {invitation.note ?? 'Invitation'}{' '}
                {isOver(invitation) && <Badge>{invitation.revoked ? 'Withdrawn' : 'Over'}</Badge>}
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                {invitation.uses} of {invitation.maxUses} came
                {invitation.people.length > 0 && `: ${invitation.people.join(', ')}`} · made{' '}
                <Time at={invitation.createdAt} />
                {invitation.createdBy && ` by ${invitation.createdBy}`}
              </p>
            </div>
            {!isOver(invitation) && (
              <Button
                size="sm"
                pending={revoke.isPending && revoke.variables === invitation.id}
                onClick={() => revoke.mutate(invitation.id)}
              >
                Withdraw
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
