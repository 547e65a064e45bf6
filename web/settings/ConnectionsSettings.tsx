import type { ReactNode } from 'react';
import type { ConnectionName, Connections, SecretName } from '#contract/connections.ts';
import type { ConnectionsState } from '#contract/settings.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Checkbox, Field, Select } from '#web/ui/controls/Field.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { fixable, FormFrame, Section, useSectionForm } from './SectionForm.tsx';
import { MailTest } from './MailTest.tsx';
import { useTestConnection } from './settings.queries.ts';

/** The services of others that the site works with, each with a form, what it is now, and a test. */
export function ConnectionsSettings() {
  return (
    <Section section="connections">
      {(state) => (
        <div className="gap-6 lg:columns-2 *:mb-6 *:break-inside-avoid">
          <MailCard state={state} />
          <PaypalCard state={state} />
          <IdentityCard state={state} />
          <YoutubeCard state={state} />
          <MapCard state={state} />
        </div>
      )}
    </Section>
  );
}

interface CardProps {
  state: ConnectionsState;
}

type TextFields = {
  [K in keyof Connections]: Connections[K] extends string | null ? K : never;
}[keyof Connections];

/** A form over some of the fields; an empty field is none, an empty secret leaves it as it is. */
function useConnection<N extends TextFields, S extends SecretName>(
  { state }: CardProps,
  names: N[],
  secrets: S[],
  more: { mailPort?: string; mailSelfSigned?: boolean; paypalLive?: boolean } = {},
) {
  const start = Object.fromEntries([
    ...names.map((name) => [name, state[name] ?? '']),
    ...secrets.map((name) => [name, '']),
    ...Object.entries(more),
  ]) as Record<N | S, string> & {
    mailPort: string;
    mailSelfSigned: boolean;
    paypalLive: boolean;
  };
  const toChange = ([name, value]: [string, string | boolean]): [string, unknown][] => {
    if ((secrets as string[]).includes(name) && value === '') return [];
    if (name === 'mailPort') return [[name, Number(value) || null]];
    if (name === 'identityIssuer' && value === '') return [[name, GOOGLE]];
    return [[name, value === '' ? null : value]];
  };
  return useSectionForm('connections', state, start, (values) =>
    Object.fromEntries(Object.entries<string | boolean>(values).flatMap(toChange)),
  );
}

const GOOGLE = 'https://accounts.google.com';

function Frame({
  title,
  badge,
  connection,
  test = '',
  children,
}: {
  title: string;
  badge: [tone: BadgeTone, text: string];
  connection: ConnectionName;
  /** What the button says; the test of mail brings its own. */
  test?: string;
  children: ReactNode;
}) {
  return (
    <Card title={title} aside={<Badge tone={badge[0]}>{badge[1]}</Badge>}>
      {children}
      <div className="mt-5 border-t border-line pt-4">
        {connection === 'mail' ? <MailTest /> : <ConnectionTest connection={connection} test={test} />}
      </div>
    </Card>
  );
}

function ConnectionTest({ connection, test }: { connection: ConnectionName; test: string }) {
  const run = useTestConnection(connection);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" pending={run.isPending} onClick={() => run.mutate(undefined)}>
        {test}
      </Button>
      <FormNotice>{run.data?.ok && run.data.message}</FormNotice>
      <FormError>{run.error?.message ?? (run.data && !run.data.ok ? run.data.message : null)}</FormError>
    </div>
  );
}

const secretField = (isSet: boolean, fixed: boolean) => ({
  type: 'password',
  autoComplete: 'new-password',
  placeholder: isSet ? '••••••••' : '',
  ...fixable(fixed, isSet ? 'It is set and never shown. Leave it empty to keep it.' : undefined),
});

const badgeOf = (on: boolean): [BadgeTone, string] => (on ? ['ok', 'Set up'] : ['plain', 'Not set up']);

export function MailCard({ state }: CardProps) {
  const { form, values, isFixed } = useConnection(
    { state },
    ['mailHost', 'mailUser', 'mailFrom', 'mailSecurity'],
    ['mailPassword'],
    { mailPort: String(state.mailPort ?? ''), mailSelfSigned: state.mailSelfSigned },
  );
  return (
    <Frame title="Mail" badge={badgeOf(state.mailHost !== null)} connection="mail">
      <FormFrame section="connections" form={form}>
        <Field
          label="Mail server"
          placeholder="smtp.example.org"
          {...form.field('mailHost')}
          {...fixable(isFixed('mailHost'), 'Without one, emails are only written as files on the server.')}
        />
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3">
          <Field
            label="Port"
            inputMode="numeric"
            placeholder="587"
            {...form.field('mailPort')}
            disabled={isFixed('mailPort')}
          />
          <Select label="Encryption" {...form.field('mailSecurity')} disabled={isFixed('mailSecurity')}>
            <option value="starttls">STARTTLS (587)</option>
            <option value="none">None: anybody on the way can read it</option>
            <option value="tls">TLS (465)</option>
          </Select>
        </div>
        {values.mailSecurity !== 'none' && (
          <Checkbox
            label="Its certificate is self-signed"
            {...form.checkbox('mailSelfSigned')}
            {...fixable(
              isFixed('mailSelfSigned'),
              'Only for a mail server in your own private network: on the internet nobody would know who answers.',
            )}
          />
        )}
        <Field
          label="Mail user"
          autoComplete="off"
          {...form.field('mailUser')}
          disabled={isFixed('mailUser')}
        />
        <Field
          label="Mail password"
          {...form.field('mailPassword')}
          {...secretField(state.secrets.mailPassword, isFixed('mailPassword'))}
        />
        <Field
          label="Sender"
          placeholder="Sunny <hello@example.org>"
          {...form.field('mailFrom')}
          {...fixable(isFixed('mailFrom'), 'Who the emails are from.')}
        />
      </FormFrame>
    </Frame>
  );
}

const PAYMENTS: Record<ConnectionsState['payments'], [BadgeTone, string]> = {
  paypal: ['ok', 'Takes payments'],
  test: ['warn', 'Test payments'],
  off: ['plain', 'Not set up'],
};

function PaypalCard({ state }: CardProps) {
  const { form, isFixed } = useConnection(
    { state },
    ['paypalClientId', 'paypalWebhookId'],
    ['paypalClientSecret'],
    { paypalLive: state.paypalLive },
  );
  return (
    <Frame title="PayPal" badge={PAYMENTS[state.payments]} connection="paypal" test="Try the credentials">
      <FormFrame section="connections" form={form}>
        <Field
          label="PayPal client ID"
          autoComplete="off"
          {...form.field('paypalClientId')}
          {...fixable(isFixed('paypalClientId'), 'From developer.paypal.com, Apps & Credentials.')}
        />
        <Field
          label="PayPal secret"
          {...form.field('paypalClientSecret')}
          {...secretField(state.secrets.paypalClientSecret, isFixed('paypalClientSecret'))}
        />
        <Field
          label="PayPal webhook ID"
          autoComplete="off"
          {...form.field('paypalWebhookId')}
          {...fixable(isFixed('paypalWebhookId'), 'So that PayPal tells of payments and refunds at once.')}
        />
        <Checkbox
          label="Real payments"
          {...form.checkbox('paypalLive')}
          {...fixable(isFixed('paypalLive'), 'Off: PayPal’s sandbox, where no money moves.')}
        />
      </FormFrame>
    </Frame>
  );
}

function IdentityCard({ state }: CardProps) {
  const { form, isFixed } = useConnection(
    { state },
    ['identityIssuer', 'identityClientId'],
    ['identityClientSecret'],
  );
  const isOn = state.identityClientId !== null && state.secrets.identityClientSecret;
  return (
    <Frame
      title="Sign-in by Google or another provider"
      badge={badgeOf(isOn)}
      connection="identity"
      test="Try the provider"
    >
      <FormFrame section="connections" form={form}>
        <Field
          label="Issuer"
          {...form.field('identityIssuer')}
          {...fixable(isFixed('identityIssuer'), 'OpenID Connect. Google is https://accounts.google.com')}
        />
        <Field
          label="Provider’s client ID"
          autoComplete="off"
          {...form.field('identityClientId')}
          {...fixable(isFixed('identityClientId'))}
        />
        <Field
          label="Provider’s secret"
          {...form.field('identityClientSecret')}
          {...secretField(state.secrets.identityClientSecret, isFixed('identityClientSecret'))}
        />
      </FormFrame>
    </Frame>
  );
}

function YoutubeCard({ state }: CardProps) {
  const { form, isFixed } = useConnection({ state }, [], ['youtubeKey']);
  return (
    <Frame title="YouTube" badge={badgeOf(state.secrets.youtubeKey)} connection="youtube" test="Try the key">
      <FormFrame section="connections" form={form}>
        <Field
          label="YouTube API key"
          {...form.field('youtubeKey')}
          {...secretField(state.secrets.youtubeKey, isFixed('youtubeKey'))}
        />
      </FormFrame>
    </Frame>
  );
}

function MapCard({ state }: CardProps) {
  const { form, isFixed } = useConnection({ state }, ['mapTilesUrl'], []);
  return (
    <Frame title="Map" badge={badgeOf(state.mapTilesUrl !== null)} connection="map" test="Try a tile">
      <FormFrame section="connections" form={form}>
        <Field
          label="Address of the tiles"
          placeholder="https://tiles.example.org/{z}/{x}/{y}.png"
          {...form.field('mapTilesUrl')}
          {...fixable(isFixed('mapTilesUrl'), 'Leave empty for the outlines that come with the site.')}
        />
      </FormFrame>
    </Frame>
  );
}
