import { t } from '@lingui/core/macro';
import { COMMON_LANGUAGES, nameOfLanguage } from '#contract/captions/caption-languages.ts';
import { Select } from '#web/ui/controls/Field.tsx';
import { FileField } from '#web/ui/controls/FileField.tsx';
import type { CaptionsFile } from './useCaptionsFile.ts';

/** An existing captions file, with its language. */
export function CaptionsChoice({ captions, disabled }: { captions: CaptionsFile; disabled: boolean }) {
  const { file, language, isTooLarge, choose, speak } = captions;
  const languages = [...new Set([...COMMON_LANGUAGES, language])];
  return (
    <div className="flex flex-col gap-3">
      <FileField
        label={t`Captions file`}
        action={t`Choose a file`}
        file={file}
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        disabled={disabled}
        hint={t`Optional: WebVTT or SubRip, up to 1 MB.`}
        error={isTooLarge ? t`This file is larger than 1 MB. The video will be submitted without it.` : null}
        onFile={choose}
      />
      {file && !isTooLarge && (
        <Select
          label={t`Caption language`}
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
