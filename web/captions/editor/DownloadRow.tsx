import { t } from '@lingui/core/macro';
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
    <div className="flex flex-wrap gap-2">
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
