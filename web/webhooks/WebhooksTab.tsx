import { t } from '@lingui/core/macro';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import {
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from '#contract/webhooks/webhooks.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import {
  useChangeWebhook,
  useCreateWebhook,
  useDeliveries,
  useRemoveWebhook,
  useResend,
  useTestWebhook,
  useWebhooks,
} from './webhooks.queries.ts';

const eventLabels = (): Record<WebhookEvent | 'TEST', string> => ({
  CLIP_SUBMITTED: t`Video submitted`,
  CLIP_PUBLISHED: t`Video published`,
  ORDER_PAID: t`Order paid`,
  REPORT_NEW: t`Content reported`,
  TEST: t`Test`,
});

/** The dashboard's Webhooks tab: sends the site's events to other programs. */
export function WebhooksTab() {
  const { data, error, refetch } = useWebhooks();
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = <Button size="sm" onClick={() => setAdding(true)}>{t`Add a webhook`}</Button>;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="prose-width text-ink-soft">
          {t`Send events to your other apps with signed requests to an HTTPS address.`}
        </p>
        {data?.length !== 0 && add}
      </div>
      {error && <ErrorState title={t`Couldn’t load webhooks`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.length === 0 && <EmptyState icon={<WebhookIcon />} title={t`No webhooks yet`} action={add} />}
      {data?.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} />
      ))}
      {adding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onAdded={(webhook) => {
            setAdding(false);
            setSecret(webhook);
          }}
        />
      )}
      {secret !== null && (
        <Dialog title={t`Webhook secret`} onClose={() => setSecret(null)}>
          <p className="mb-3">
            {t`Use it in your receiver to verify the X-Signature header. Copy it now. You won’t see it again.`}
          </p>
          <p className="rounded-control bg-raised p-3 font-mono text-sm break-all select-all">{secret}</p>
        </Dialog>
      )}
    </div>
  );
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { id, url, active, waiting } = webhook;
  const [open, setOpen] = useState(false);
  const change = useChangeWebhook(id);
  const remove = useRemoveWebhook(id);
  const test = useTestWebhook(id);
  const labels = eventLabels();
  const confirmDelete = async () => {
    const text = t`Its log will be deleted too.`;
    if (await confirm({ title: t`Delete this webhook?`, text, action: t`Delete`, danger: true }))
      remove.mutate();
  };
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 dir="ltr" className="text-base font-semibold break-all text-start">
            {url}
          </h2>
          <p className="text-sm text-ink-soft">{webhook.events.map((event) => labels[event]).join(' · ')}</p>
          <p className="mt-2 flex flex-wrap gap-2">
            <Badge tone={active ? 'ok' : 'plain'}>{active ? t`On` : t`Off`}</Badge>
            {webhook.lastStatus === 'FAILED' && <Badge tone="bad">{t`Last delivery failed`}</Badge>}
            {waiting > 0 && <Badge tone="info">{t`${waiting} waiting`}</Badge>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            pending={test.isPending}
            onClick={() => test.mutate(undefined, { onSuccess: () => setOpen(true) })}
          >
            {t`Send a test`}
          </Button>
          <Button size="sm" pending={change.isPending} onClick={() => change.mutate({ active: !active })}>
            {active ? t`Turn off` : t`Turn on`}
          </Button>
          <Button size="sm" variant="quiet" pending={remove.isPending} onClick={() => void confirmDelete()}>
            {t`Delete`}
          </Button>
        </div>
      </div>
      <FormError>{(test.error ?? change.error ?? remove.error)?.message}</FormError>
      <Button
        size="sm"
        variant="quiet"
        className="-ms-3 mt-2"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? t`Hide log` : t`Show log`}
      </Button>
      {open && <Log id={id} />}
    </Card>
  );
}

function Log({ id }: { id: number }) {
  const list = useDeliveries(id);
  if (list.error) return <ErrorState title={t`Couldn’t load the log`} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton className="h-24" />;
  if (list.data.length === 0) return <p className="text-sm text-ink-soft">{t`Nothing sent yet.`}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {list.data.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <LoadMore className="mt-3 w-full" list={list} />
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { status, tries, problem, responseStatus } = delivery;
  const resend = useResend();
  const tones = { WAITING: 'info', DELIVERED: 'ok', FAILED: 'bad' } as const;
  const states = { WAITING: t`Waiting`, DELIVERED: t`Delivered`, FAILED: t`Failed` };
  return (
    <li className="flex flex-wrap items-center gap-3 py-2.5 text-sm">
      <Badge tone={tones[status]}>{states[status]}</Badge>
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-semibold">{eventLabels()[delivery.event]}</span>{' '}
        <Time at={delivery.createdAt} className="text-ink-soft" />
        <span className="block text-ink-soft">
          {problem ?? (responseStatus === null ? t`Not sent yet` : t`Responded with ${responseStatus}`)}
          {tries > 1 && <span>{` · ${t`${tries} attempts`}`}</span>}
        </span>
      </span>
      {status !== 'WAITING' && (
        <Button size="sm" pending={resend.isPending} onClick={() => resend.mutate(delivery.id)}>
          {t`Send again`}
        </Button>
      )}
    </li>
  );
}

function AddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (secret: string) => void }) {
  const labels = eventLabels();
  const fields = useFields({
    url: '',
    CLIP_SUBMITTED: true,
    CLIP_PUBLISHED: true,
    ORDER_PAID: true,
    REPORT_NEW: true,
  });
  const form = useForm(fields, useCreateWebhook(), {
    ready: (values) => values.url.trim() !== '' && WEBHOOK_EVENTS.some((event) => values[event]),
    toInput: ({ url, ...chosen }) => ({
      url: url.trim(),
      events: WEBHOOK_EVENTS.filter((event) => chosen[event]),
    }),
    onSent: ({ secret }) => onAdded(secret),
  });
  return (
    <Dialog title={t`Add a webhook`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Add webhook`} whole>
        <Field
          label={t`Address`}
          hint={t`Must start with https:// and be publicly reachable.`}
          {...form.field('url')}
          type="url"
          autoComplete="off"
        />
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-semibold">{t`Events to send`}</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event} className="flex min-h-9 items-center gap-3">
              <input type="checkbox" className="size-5 accent-accent" {...form.checkbox(event)} />
              <span>{labels[event]}</span>
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  );
}
