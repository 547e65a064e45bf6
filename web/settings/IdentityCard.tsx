import { Field } from '#web/ui/controls/Field.tsx';
import { badgeOf, ConnectionCard, GOOGLE_ISSUER, secretField, useConnection } from './ConnectionCard.tsx';
import type { CardProps } from './ConnectionCard.tsx';
import { LogoField } from './LogoField.tsx';
import { fixable, FormFrame } from './SectionForm.tsx';

const FIELDS = {
  first: {
    title: 'Sign-in by Google or another provider',
    test: 'identity',
    issuer: 'identityIssuer',
    clientId: 'identityClientId',
    name: 'identityName',
    logo: 'identityLogo',
    secret: 'identityClientSecret',
    say: '',
  },
  second: {
    title: 'A second provider',
    test: 'identity2',
    issuer: 'identity2Issuer',
    clientId: 'identity2ClientId',
    name: 'identity2Name',
    logo: 'identity2Logo',
    secret: 'identity2ClientSecret',
    say: 'Second ',
  },
} as const;

const worded = (say: string, words: string): string =>
  say ? say + words.charAt(0).toLowerCase() + words.slice(1) : words;

/** One of the two providers that people may sign in by. */
export function IdentityCard({ state, which }: CardProps & { which: keyof typeof FIELDS }) {
  const { title, test, issuer, clientId, name, logo, secret, say } = FIELDS[which];
  const { form, values, set, isFixed } = useConnection({ state }, [issuer, clientId, name, logo], [secret]);
  const isOn = state[clientId] !== null && state[name] !== null && state.secrets[secret];
  return (
    <ConnectionCard title={title} badge={badgeOf(isOn)} connection={test} test="Try the provider">
      <FormFrame section="connections" form={form}>
        <Field
          label={worded(say, 'Issuer')}
          {...form.field(issuer)}
          {...fixable(isFixed(issuer), `OpenID Connect. Google is ${GOOGLE_ISSUER}`)}
        />
        <Field
          label={worded(say, 'Provider’s client ID')}
          autoComplete="off"
          {...form.field(clientId)}
          {...fixable(isFixed(clientId))}
        />
        <Field
          label={worded(say, 'Provider’s secret')}
          {...form.field(secret)}
          {...secretField(state.secrets[secret], isFixed(secret))}
        />
        <Field
          label={worded(say, 'Provider’s name')}
          {...form.field(name)}
          maxLength={40}
          autoComplete="off"
          placeholder="Google"
          {...fixable(isFixed(name), 'The button says “Continue with” and this.')}
        />
        <LogoField
          label={worded(say, 'Provider’s logo')}
          hint="On the button. SVG, PNG or WebP, up to 2 MB."
          without={<span className="text-sm text-ink-soft">None</span>}
          remove="Remove"
          value={values[logo] || null}
          onChange={(picture) => set(logo, picture ?? '')}
          error={form.errors[logo] ?? null}
        />
      </FormFrame>
    </ConnectionCard>
  );
}
