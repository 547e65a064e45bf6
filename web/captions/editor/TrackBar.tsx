import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { OwnTrack } from '#contract/captions/captions.ts';
import { COMMON_LANGUAGES, nameOfLanguage } from '#contract/captions/caption-languages.ts';
import { CAPTION_KINDS, type CaptionKind } from '#contract/captions/tracks.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import type { TrackName } from '../captions.queries.ts';
import { kindName, stateName } from '../texts.ts';
import { OtherLanguage } from './OtherLanguage.tsx';

const OTHER = 'other';

/** Selects the track to edit, and shows the existing ones. */
export function TrackBar({
  tracks,
  name,
  onName,
  onImport,
  onRemove,
  children,
}: {
  tracks: OwnTrack[];
  name: TrackName;
  onName: (name: TrackName) => void;
  onImport: () => void;
  onRemove: () => void;
  /** Rendered before the other actions. */
  children?: ReactNode;
}) {
  const track = tracks.find(({ language, kind }) => language === name.language && kind === name.kind);
  const languages = [
    ...new Set([...COMMON_LANGUAGES, ...tracks.map(({ language }) => language), name.language]),
  ];
  const [isRequesting, setConfirming] = useState(false);
  const choose = (value: string): void => {
    if (value === OTHER) setConfirming(true);
    else onName({ ...name, language: value });
  };
  return (
    <div className="caption-bar flex flex-wrap items-center gap-2">
      <ToolbarSelect
        label={t`Language`}
        value={name.language}
        onChange={({ target }) => choose(target.value)}
      >
        {languages.map((language) => (
          <option key={language} value={language}>
            {nameOfLanguage(language)}
          </option>
        ))}
        <option value={OTHER}>{t`Another language…`}</option>
      </ToolbarSelect>
      <ToolbarSelect
        label={t`Kind`}
        value={name.kind}
        onChange={({ target }) => onName({ ...name, kind: target.value as CaptionKind })}
      >
        {CAPTION_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kindName(kind)}
          </option>
        ))}
      </ToolbarSelect>
      {track && <Badge tone={track.state === 'PUBLISHED' ? 'ok' : 'warn'}>{stateName(track.state)}</Badge>}
      {track?.hasDraft && track.state === 'PUBLISHED' && <Badge tone="warn">{t`Draft`}</Badge>}
      {track?.byMachine && <Badge>{t`Auto-generated`}</Badge>}
      <span className="me-auto max-sm:w-full" />
      {children}
      <Button size="sm" onClick={onImport}>
        <FileUp aria-hidden="true" />
        <Trans>Import file</Trans>
      </Button>
      {track && (
        <IconButton label={t`Remove track`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
      {isRequesting && (
        <OtherLanguage
          onClose={() => setConfirming(false)}
          onChoose={(language) => {
            setConfirming(false);
            onName({ ...name, language });
          }}
        />
      )}
    </div>
  );
}
