import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { FORMATS, writeCues, type CaptionFormat, type Cue } from '#contract/captions/cues.ts';
import { Button } from '#web/ui/controls/Button.tsx';

const TYPES: Record<CaptionFormat, string> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  txt: 'text/plain',
};

/** Downloads the cues in the editor, saved or not. */
export function DownloadRow({ cues, file }: { cues: Cue[]; file: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
      <span className="flex items-center gap-2 text-sm font-semibold text-ink-soft">
        <Download aria-hidden="true" className="size-4" />
        <Trans>Download</Trans>
      </span>
      {FORMATS.map((format) => {
        const name = format.toUpperCase();
        return (
          <Button
            key={format}
            size="sm"
            aria-label={t`Download as ${name}`}
            onClick={() => download(format, writeCues(cues, format), file)}
          >
            {name}
          </Button>
        );
      })}
    </div>
  );
}

function download(format: CaptionFormat, text: string, file: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: TYPES[format] }));
  Object.assign(document.createElement('a'), { href: url, download: `${file}.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
