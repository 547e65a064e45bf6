import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { BrandState } from '#contract/settings/settings.ts';
import { useConfig } from '#web/app/config.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { useChangeSection, useSection } from './settings.queries.ts';

const isThisMachine = (hostname: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(hostname);

/** Asks for the site's public address if it isn't configured, suggesting the one of this page. */
export function AddressNotice() {
  const { development } = useConfig();
  const { data } = useSection('brand');
  // who builds the site opens it on their own machine, where the default is right
  const isFine = development && isThisMachine(location.hostname);
  if (!data || isFine || data.publicUrl !== null || data.fixed.includes('publicUrl')) return null;
  return <AddressForm key={data.version} state={data} />;
}

function AddressForm({ state }: { state: BrandState }) {
  const [opened] = useState(() => location.origin);
  const fields = useFields({ publicUrl: opened });
  const save = useChangeSection('brand', state.version);
  const form = useForm(fields, save, { done: t`Saved` });
  return (
    <Card title={t`What’s your site’s address?`}>
      <Form form={form} button={t`Use this address`}>
        <p className="max-w-[70ch] text-ink-soft">
          {t`The site’s address isn’t set yet, so links in emails, search engines and shared pages don’t work. You opened the site at the address below.`}
        </p>
        <div className="sm:max-w-md">
          <Field label={t`Address`} type="url" inputMode="url" {...form.field('publicUrl')} />
        </div>
      </Form>
    </Card>
  );
}
