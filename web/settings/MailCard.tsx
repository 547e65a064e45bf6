import { t } from '@lingui/core/macro';
import { Checkbox, Field, Select } from '#web/ui/controls/Field.tsx';
import { badgeOf, ConnectionCard, secretField, useConnection } from './ConnectionCard.tsx';
import type { CardProps } from './ConnectionCard.tsx';
import { fixable, FormFrame } from './SectionForm.tsx';

export function MailCard({ state }: CardProps) {
  const { form, values, isFixed } = useConnection(
    { state },
    ['mailHost', 'mailUser', 'mailFrom', 'mailSecurity'],
    ['mailPassword'],
    { mailPort: String(state.mailPort ?? ''), mailSelfSigned: state.mailSelfSigned },
  );
  return (
    <ConnectionCard title={t`Mail`} badge={badgeOf(state.mailHost !== null)} connection="mail">
      <FormFrame section="connections" form={form}>
        <Field
          label={t`Mail server`}
          placeholder={t`smtp.example.org`}
          {...form.field('mailHost')}
          {...fixable(isFixed('mailHost'), t`Without one, emails are only saved as files on the server.`)}
        />
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3">
          <Field
            label={t`Port`}
            inputMode="numeric"
            placeholder="587"
            {...form.field('mailPort')}
            disabled={isFixed('mailPort')}
          />
          <Select label={t`Encryption`} {...form.field('mailSecurity')} disabled={isFixed('mailSecurity')}>
            <option value="starttls">{t`STARTTLS (587)`}</option>
            <option value="none">{t`None (anyone on the network can read it)`}</option>
            <option value="tls">{t`TLS (465)`}</option>
          </Select>
        </div>
        {values.mailSecurity !== 'none' && (
          <Checkbox
            label={t`Its certificate is self-signed`}
            {...form.checkbox('mailSelfSigned')}
            {...fixable(
              isFixed('mailSelfSigned'),
              t`Only for a mail server on your private network. Over the internet, its identity can’t be verified.`,
            )}
          />
        )}
        <Field
          label={t`Mail user`}
          autoComplete="off"
          {...form.field('mailUser')}
          disabled={isFixed('mailUser')}
        />
        <Field
          label={t`Mail password`}
          {...form.field('mailPassword')}
          {...secretField(state.secrets.mailPassword, isFixed('mailPassword'))}
        />
        <Field
          label={t`Sender`}
          placeholder={t`Sunny <hello@example.org>`}
          {...form.field('mailFrom')}
          {...fixable(isFixed('mailFrom'), t`Shown as the sender.`)}
        />
      </FormFrame>
    </ConnectionCard>
  );
}
