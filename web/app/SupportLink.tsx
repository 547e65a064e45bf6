import { t } from '@lingui/core/macro';
import { HeartHandshake } from 'lucide-react';
import { buttonClasses } from '#web/ui/controls/Button.tsx';

/** Where a creator asks for support, on a site of their choice. */
export function SupportLink({ href, creator }: { href: string; creator: string }) {
  return (
    <a
      href={href}
      // oxlint-disable-next-line react/jsx-no-target-blank -- the linked site may count who comes from here
      target="_blank"
      rel="nofollow noopener ugc"
      className={buttonClasses('secondary', 'sm', 'max-w-full self-start')}
    >
      <HeartHandshake aria-hidden="true" />
      <span className="truncate">
        {t`Support ${creator}`}
        <span className="font-normal text-ink-soft"> · {URL.parse(href)?.host}</span>
      </span>
    </a>
  );
}
