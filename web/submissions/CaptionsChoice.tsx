import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { COMMON_LANGUAGES, nameOfLanguage } from '#contract/captions/caption-languages.ts';
import { Select } from '#web/ui/controls/Field.tsx';
import type { CaptionsFile } from './useCaptionsFile.ts';

/** Captions that somebody has already, with the language they are in. */
export function CaptionsChoice({ captions, disabled }: { captions: CaptionsFile; disabled: boolean }) {
  const id = useId();
  const { file, language, isTooLarge, choose, speak } = captions;
  const languages = [...new Set([...COMMON_LANGUAGES, language])];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-w-0 flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {t`Captions file`}
        </label>
        <input
          id={id}
          type="file"
          accept=".vtt,.srt,text/vtt,application/x-subrip"
          disabled={disabled}
          aria-describedby={`${id}-note`}
          aria-invalid={isTooLarge || undefined}
          onChange={({ target }) => choose(target.files?.[0] ?? null)}
          className="max-w-full text-base"
        />
        {isTooLarge ? (
          <p id={`${id}-note`} role="alert" className="text-sm text-bad">
            {t`This file is larger than 1 MB. The video is sent without it.`}
          </p>
        ) : (
          <p id={`${id}-note`} className="text-sm text-ink-soft">
            {t`Optional: WebVTT or SubRip, up to 1 MB.`}
          </p>
        )}
      </div>
      {file && !isTooLarge && (
        <Select
          label={t`Language of the captions`}
          value={language}
          onChange={({ target }) => speak(target.value)}
          disabled={disabled}
        >
          {languages.map((each) => (
            <option key={each} value={each}>
              {nameOfLanguage(each)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
