import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Copy, Mail, Share2 } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useConfig } from '#web/app/config.ts';
import { Button, buttonClasses } from '#web/ui/controls/Button.tsx';
import { Checkbox, Field } from '#web/ui/controls/Field.tsx';
import { Tabs } from '#web/ui/controls/Tabs.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { formatDuration } from '#web/ui/format.ts';
import { QrCode } from '#web/ui/lists/QrCode.tsx';
import { useStore } from '#web/ui/store.ts';
import { copy } from './copy.ts';
import { EmbedPanel } from './EmbedPanel.tsx';
import { isFile } from './files.ts';
import { closeShare, openedShare, type Shared } from './opened-share.ts';

export function OpenedShare() {
  const opened = useStore(openedShare);
  return opened && <ShareDialog key={opened.path} shared={opened} />;
}

type Tab = 'link' | 'qr' | 'embed';

const shareTabs = (canEmbed: boolean): { id: Tab; label: string }[] => [
  { id: 'link', label: t`Link` },
  { id: 'qr', label: t`QR code` },
  ...(canEmbed ? [{ id: 'embed' as const, label: t`Embed` }] : []),
];

function ShareDialog({ shared }: { shared: Shared }) {
  const { title, path, video } = shared;
  const [tab, setTab] = useState<Tab>('link');
  const [played] = useState(() => playedSeconds(path));
  const [isFromThere, setFromThere] = useState(false);
  const from = isFromThere ? played : 0;
  const time = formatDuration(played);
  const url = new URL(path, location.href);
  if (from > 0) url.searchParams.set('t', String(from));
  const canEmbed = video !== undefined && isFile(video) && video.sourceUrl !== null;
  return (
    <Dialog title={t`Share`} onClose={closeShare}>
      <p dir="auto" className="mb-3 line-clamp-2 font-semibold">
        {title}
      </p>
      <Tabs label={t`Share options`} tabs={shareTabs(canEmbed)} selected={tab} onSelect={setTab}>
        <div className="flex flex-col gap-4 pt-4">
          {tab === 'link' && <LinkPanel title={title} address={url.href} />}
          {tab === 'qr' && <QrCode text={url.href} label={t`QR code for the link`} />}
          {tab === 'embed' && canEmbed && <EmbedPanel video={video} from={from} />}
          {played > 0 && (
            <Checkbox
              label={t`Start at ${time}`}
              checked={isFromThere}
              onChange={({ target }) => setFromThere(target.checked)}
            />
          )}
        </div>
      </Tabs>
    </Dialog>
  );
}

function LinkPanel({ title, address }: { title: string; address: string }) {
  const { siteName } = useConfig();
  const mail = `mailto:?subject=${encodeURIComponent(`${title} · ${siteName}`)}&body=${encodeURIComponent(address)}`;
  return (
    <>
      <Field label={t`Link`} readOnly value={address} onFocus={select} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void copy(address, t`Link copied`)}>
          <Copy aria-hidden="true" />
          <Trans>Copy link</Trans>
        </Button>
        <a href={mail} className={buttonClasses('secondary', 'md')}>
          <Mail aria-hidden="true" />
          <Trans>Email</Trans>
        </a>
        {'share' in navigator && (
          <Button onClick={() => void navigator.share({ title, url: address }).catch(() => undefined)}>
            <Share2 aria-hidden="true" />
            <Trans>More…</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

const select: ComponentProps<'input'>['onFocus'] = ({ target }) => target.select();

/** How far the video of this very page has played. */
function playedSeconds(path: string): number {
  if (path !== location.pathname) return 0;
  return Math.floor(document.querySelector<HTMLVideoElement>('.player video')?.currentTime ?? 0);
}
