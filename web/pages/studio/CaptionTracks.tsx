import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Captions } from 'lucide-react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { nameOfLanguage } from '#contract/captions/caption-languages.ts';
import { paths } from '#web/app/paths.ts';
import { tracksQuery } from '#web/captions/captions.queries.ts';
import { kindName, stateName } from '#web/captions/texts.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';

/** A video's caption tracks, and the way to their editor. */
export function CaptionTracks({ video: { id, processing } }: { video: Submission }) {
  const { data: tracks = [] } = useQuery(tracksQuery(id));
  if (processing !== 'READY')
    return <p className="text-ink-soft">{t`Available once the video is processed.`}</p>;
  return (
    <>
      {tracks.length === 0 && (
        <p className="text-ink-soft">
          {t`Captions make your video accessible and searchable. Write them here or import a file.`}
        </p>
      )}
      {tracks.length > 0 && (
        <ul className="divide-y divide-line">
          {tracks.map(({ language, kind, state, byMachine }) => (
            <li key={`${language} ${kind}`} className="flex flex-wrap items-center gap-2 py-2 first:pt-0">
              <span className="font-semibold">{nameOfLanguage(language)}</span>
              <span className="me-auto text-sm text-ink-soft">{kindName(kind)}</span>
              {byMachine && <Badge>{t`Auto-generated`}</Badge>}
              <Badge tone={state === 'PUBLISHED' ? 'ok' : 'warn'}>{stateName(state)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <p>
        <ButtonLink size="sm" to={paths.captions(id)}>
          <Captions aria-hidden="true" />
          {tracks.length > 0 ? t`Edit captions` : t`Add captions`}
        </ButtonLink>
      </p>
    </>
  );
}
