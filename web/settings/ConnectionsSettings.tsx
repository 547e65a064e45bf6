import { t } from '@lingui/core/macro';
import type { ConnectionsState } from '#contract/settings/settings.ts';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { Checkbox, Field } from '#web/ui/controls/Field.tsx';
import { fixable, FormFrame, Section } from './SectionForm.tsx';
import { badgeOf, ConnectionCard, secretField, useConnection } from './ConnectionCard.tsx';
import type { CardProps } from './ConnectionCard.tsx';
import { IdentityCard } from './IdentityCard.tsx';
import { MailCard } from './MailCard.tsx';

/** The services of others that the site works with, each with a form, what it is now, and a test. */
export function ConnectionsSettings() {
  return (
    <Section section="connections">
      {(state) => (
        <div className="gap-6 lg:columns-2 *:mb-6 *:break-inside-avoid">
          <MailCard state={state} />
          <PaypalCard state={state} />
          <IdentityCard state={state} which="first" />
          <IdentityCard state={state} which="second" />
          <YoutubeCard state={state} />
          <MapCard state={state} />
        </div>
      )}
    </Section>
  );
}

const paymentText = (): Record<ConnectionsState['payments'], [BadgeTone, string]> => ({
  paypal: ['ok', t`Accepts payments`],
  test: ['warn', t`Test payments`],
  off: ['plain', t`Not set up`],
});

function PaypalCard({ state }: CardProps) {
  const { form, isFixed } = useConnection(
    { state },
    ['paypalClientId', 'paypalWebhookId'],
    ['paypalClientSecret'],
    { paypalLive: state.paypalLive },
  );
  return (
    <ConnectionCard
      title={t`PayPal`}
      badge={paymentText()[state.payments]}
      connection="paypal"
      test={t`Test credentials`}
    >
      <FormFrame section="connections" form={form}>
        <Field
          label={t`PayPal client ID`}
          autoComplete="off"
          {...form.field('paypalClientId')}
          {...fixable(
            isFixed('paypalClientId'),
            t`Find it at developer.paypal.com under Apps & Credentials.`,
          )}
        />
        <Field
          label={t`PayPal secret`}
          {...form.field('paypalClientSecret')}
          {...secretField(state.secrets.paypalClientSecret, isFixed('paypalClientSecret'))}
        />
        <Field
          label={t`PayPal webhook ID`}
          autoComplete="off"
          {...form.field('paypalWebhookId')}
          {...fixable(isFixed('paypalWebhookId'), t`Lets PayPal report payments and refunds right away.`)}
        />
        <Checkbox
          label={t`Live payments`}
          {...form.checkbox('paypalLive')}
          {...fixable(isFixed('paypalLive'), t`When off, payments use PayPal’s sandbox and no money moves.`)}
        />
      </FormFrame>
    </ConnectionCard>
  );
}

function YoutubeCard({ state }: CardProps) {
  const { form, isFixed } = useConnection({ state }, [], ['youtubeKey']);
  return (
    <ConnectionCard
      title={t`YouTube`}
      badge={badgeOf(state.secrets.youtubeKey)}
      connection="youtube"
      test={t`Test key`}
    >
      <FormFrame section="connections" form={form}>
        <Field
          label={t`YouTube API key`}
          {...form.field('youtubeKey')}
          {...secretField(state.secrets.youtubeKey, isFixed('youtubeKey'))}
        />
      </FormFrame>
    </ConnectionCard>
  );
}

function MapCard({ state }: CardProps) {
  const { form, isFixed } = useConnection({ state }, ['mapTilesUrl'], []);
  return (
    <ConnectionCard
      title={t`Map`}
      badge={badgeOf(state.mapTilesUrl !== null)}
      connection="map"
      test={t`Test map tile`}
    >
      <FormFrame section="connections" form={form}>
        <Field
          label={t`Tile URL`}
          placeholder="https://tiles.example.org/{z}/{x}/{y}.png"
          {...form.field('mapTilesUrl')}
          {...fixable(isFixed('mapTilesUrl'), t`Leave empty to use the built-in outlines.`)}
        />
      </FormFrame>
    </ConnectionCard>
  );
}
