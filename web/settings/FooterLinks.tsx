import { t } from '@lingui/core/macro';
import { Plus, X } from 'lucide-react';
import { MAX_FOOTER_LINKS } from '#contract/settings/settings.ts';
import type { Texts } from '#contract/settings/settings.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';

type Links = Texts['footerLinks'];

/** Further links in the footer, in their order. */
export function FooterLinks({
  links,
  errors,
  onChange,
}: {
  links: Links;
  errors: Record<string, string | undefined>;
  onChange: (links: Links) => void;
}) {
  const change = (at: number, by: Partial<Links[number]>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...by } : link)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{t`Footer links`}</legend>
      {links.map((link, at) => (
        // a link has no name of its own yet: its place is all there is
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-end gap-2">
          <Field
            label={t`Label ${at + 1}`}
            value={link.label}
            maxLength={40}
            error={errors[`footerLinks.${at}.label`]}
            onChange={({ target }) => change(at, { label: target.value })}
          />
          <Field
            label={t`Address ${at + 1}`}
            value={link.url}
            placeholder="https://"
            error={errors[`footerLinks.${at}.url`]}
            onChange={({ target }) => change(at, { url: target.value })}
          />
          <IconButton
            label={t`Remove link ${at + 1}`}
            onClick={() => onChange(links.filter((_, index) => index !== at))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      {links.length < MAX_FOOTER_LINKS && (
        <Button size="sm" className="self-start" onClick={() => onChange([...links, { label: '', url: '' }])}>
          <Plus aria-hidden="true" />
          {t`Add a link`}
        </Button>
      )}
    </fieldset>
  );
}
