import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { embedBox, embedCode } from '#contract/site/embed-code.ts';
import type { Video } from '#contract/videos/videos.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Select, TextArea } from '#web/ui/controls/Field.tsx';
import { copy } from './copy.ts';

/** The line for another page, and how the video looks there. */
export function EmbedPanel({ video, from }: { video: Video; from: number }) {
  const [size, setSize] = useState<'responsive' | 'fixed'>('responsive');
  const { title } = video;
  const box = embedBox(video);
  const { width, height } = box;
  const address = new URL(paths.embed(video.id), location.href);
  if (from > 0) address.searchParams.set('start', String(from));
  const code = embedCode(address.href, video.title, box, { isResponsive: size === 'responsive' });
  return (
    <>
      <iframe
        key={address.href}
        src={address.href}
        title={t`Embed preview of “${title}”`}
        allow="autoplay; fullscreen; picture-in-picture"
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: width < height ? '11rem' : undefined }}
        className="mx-auto w-full rounded-control border-0 bg-stage"
      />
      <Select
        label={t`Size`}
        value={size}
        onChange={({ target }) => setSize(target.value === 'fixed' ? 'fixed' : 'responsive')}
      >
        <option value="responsive">{t`Full width`}</option>
        <option value="fixed">{t`${width} × ${height} pixels`}</option>
      </Select>
      <TextArea label={t`Code`} readOnly rows={4} value={code} onFocus={({ target }) => target.select()} />
      <Button variant="primary" className="self-start" onClick={() => void copy(code, t`Code copied`)}>
        <Copy aria-hidden="true" />
        <Trans>Copy code</Trans>
      </Button>
    </>
  );
}
