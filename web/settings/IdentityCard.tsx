import { t } from '@lingui/core/macro';
import { Field } from '#web/ui/controls/Field.tsx';
import { badgeOf, ConnectionCard, GOOGLE_ISSUER, secretField, useConnection } from './ConnectionCard.tsx';
import type { CardProps } from './ConnectionCard.tsx';
import { LogoField } from './LogoField.tsx';
import { fixable, FormFrame } from './SectionForm.tsx';

const fieldsOf = () =>
  ({
    first: {
      title: t`Sign in with Google or another provider`,
      test: 'identity',
      issuer: 'identityIssuer',
      clientId: 'identityClientId',
      name: 'identityName',
      logo: 'identityLogo',
      secret: 'identityClientSecret',
    },
    second: {
      title: t`Second provider`,
      test: 'identity2',
      issuer: 'identity2Issuer',
      clientId: 'identity2ClientId',
      name: 'identity2Name',
      logo: 'identity2Logo',
      secret: 'identity2ClientSecret',
    },
  }) as const;

/** One of the two providers that people may sign in by. */
export function IdentityCard({ state, which }: CardProps & { which: keyof ReturnType<typeof fieldsOf> }) {
  const { title, test, issuer, clientId, name, logo, secret } = fieldsOf()[which];
  const isSecond = which === 'second';
  const { form, values, set, isFixed } = useConnection({ state }, [issuer, clientId, name, logo], [secret]);
  const isOn = state[clientId] !== null && state[name] !== null && state.secrets[secret];
  return (
    <ConnectionCard title={title} badge={badgeOf(isOn)} connection={test} test={t`Test provider`}>
      <FormFrame section="connections" form={form}>
        <Field
          label={isSecond ? t`Second issuer` : t`Issuer`}
          {...form.field(issuer)}
          {...fixable(isFixed(issuer), t`OpenID Connect issuer. For Google: ${GOOGLE_ISSUER}`)}
        />
        <Field
          label={isSecond ? t`Second provider’s client ID` : t`Provider’s client ID`}
          autoComplete="off"
          {...form.field(clientId)}
          {...fixable(isFixed(clientId))}
        />
        <Field
          label={isSecond ? t`Second provider’s secret` : t`Provider’s secret`}
          {...form.field(secret)}
          {...secretField(state.secrets[secret], isFixed(secret))}
        />
        <Field
          label={isSecond ? t`Second provider’s name` : t`Provider’s name`}
          {...form.field(name)}
          maxLength={40}
          autoComplete="off"
          placeholder={t`Google`}
          {...fixable(isFixed(name), t`Shown on the button after “Continue with”.`)}
        />
        <LogoField
          label={isSecond ? t`Second provider’s logo` : t`Provider’s logo`}
          hint={t`Shown on the button. SVG, PNG or WebP, up to 2 MB.`}
          without={<span className="text-sm text-ink-soft">{t`None`}</span>}
          remove={t`Remove`}
          value={values[logo] || null}
          onChange={(picture) => set(logo, picture ?? '')}
          error={form.errors[logo] ?? null}
        />
      </FormFrame>
    </ConnectionCard>
  );
}
