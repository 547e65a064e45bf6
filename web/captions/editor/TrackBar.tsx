import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileUp, Trash2 } from 'lucide-react';
import type { OwnTrack } from '#contract/captions/captions.ts';
import { languageTag, nameOfLanguage } from '#contract/captions/caption-languages.ts';
import { CAPTION_KINDS, type CaptionKind } from '#contract/captions/tracks.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import type { TrackName } from '../captions.queries.ts';

const kindName = (kind: CaptionKind): string =>
  ({ captions: t`Captions`, subtitles: t`Subtitles`, chapters: t`Chapters` })[kind];
const stateName = (state: OwnTrack['state']): string =>
  ({ PUBLISHED: t`Published`, DRAFT: t`Draft`, WAITING: t`Waits for an administrator` })[state];

/** Those that most sites want; any other is typed. */
const LANGUAGES =
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko nb nl pl pt pt-BR ro ru sv th tr uk ur vi zh zh-Hant'.split(
    ' ',
  );
const OTHER = 'other';

/** Which track is worked on, and what stands there already. */
export function TrackBar({
  tracks,
  name,
  onName,
  onBring,
  onRemove,
}: {
  tracks: OwnTrack[];
  name: TrackName;
  onName: (name: TrackName) => void;
  onBring: () => void;
  onRemove: () => void;
}) {
  const track = tracks.find(({ language, kind }) => language === name.language && kind === name.kind);
  const languages = [...new Set([...LANGUAGES, ...tracks.map(({ language }) => language), name.language])];
  const choose = (value: string): void => {
    const language =
      value === OTHER
        ? // oxlint-disable-next-line no-alert -- a tag that hardly anybody needs isn't worth a dialog
          languageTag(globalThis.prompt(t`The tag of the language, such as gsw or es-MX`)?.trim() ?? '')
        : value;
    if (language) onName({ ...name, language });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
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
      <span className="me-auto" />
      <Button size="sm" onClick={onBring}>
        <FileUp aria-hidden="true" />
        <Trans>Bring a file</Trans>
      </Button>
      {track && (
        <IconButton label={t`Remove the track`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
