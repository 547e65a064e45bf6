import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Copy, Timer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import type { VideoDetails } from '#contract/videos/videos.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { ToolbarSearch, ToolbarSelect } from '#web/ui/controls/Toolbar.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { transcriptQuery } from './captions.queries.ts';
import { copyOf, narrowLines, writeLines, type ShownLine } from './transcript-lines.ts';
import { useFollow } from './useFollow.ts';
import { useLines } from './useLines.ts';

interface PanelProps {
  video: VideoDetails;
  /** Around the player. */
  stage: RefObject<HTMLElement | null>;
  onTime: (seconds: number) => void;
  /** On narrow screens; on wide ones it is always open. */
  isOpen: boolean;
  onToggle: () => void;
}

/** The transcript beside a video: follows playback, seeks, can be searched and copied. */
export function TranscriptPanel({ video, stage, onTime, isOpen, onToggle }: PanelProps) {
  const list = useRef<HTMLOListElement>(null);
  const hydrated = useHydrated();
  const [isWritten, setWritten] = useState(!hydrated);
  const [language, setLanguage] = useState<string | null>(null);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<number | null>(null);
  // in the browser the server-rendered lines are there already
  const isOnServer = typeof document === 'undefined';
  const { data } = useQuery({ ...transcriptQuery(video.id, language), enabled: !isOnServer && !isWritten });
  const html = isWritten && !isOnServer ? '' : writeLines(video.id, data?.lines ?? []);
  const { getLines, all } = useLines(list, video.id, html);
  useEffect(() => {
    if (isWritten && list.current?.childElementCount === 0) setWritten(false);
  }, [isWritten]);
  useFollow({ stage, list, lines: getLines, isPaused: query !== '' });
  const narrow = (next: string): void => {
    setQuery(next);
    const many = narrowLines(all(), next);
    setFound(next.trim() ? many : null);
  };
  const go = (event: MouseEvent<HTMLElement>): void => {
    const line = getLines().find(({ link }) => link.contains(event.target as Node));
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onTime(line.start);
  };
  const copy = async (withTimes: boolean): Promise<void> => {
    await navigator.clipboard.writeText(copyOf(all(), withTimes));
    toast(t`Transcript copied.`, { kind: 'ok' });
  };
  const refused = (): void =>
    toast(t`This browser blocks copying. Select the text and copy it yourself.`, { kind: 'bad' });
  return (
    <section aria-labelledby="transcript" data-open={isOpen || undefined} className="transcript-panel">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="transcript" className="me-auto text-lg">
          <Trans>Transcript</Trans>
        </h2>
        <Button size="sm" aria-expanded={isOpen} className="transcript-toggle" onClick={onToggle}>
          {isOpen ? t`Hide` : t`Show`}
        </Button>
        {video.captions.length > 1 && (
          <ToolbarSelect
            label={t`Transcript language`}
            value={language ?? video.captions[0]?.language}
            onChange={({ target }) => {
              setWritten(false);
              setLanguage(target.value);
              setQuery('');
              setFound(null);
            }}
          >
            {video.captions.map(({ language: each, label, kind }) => (
              <option key={`${each} ${kind}`} value={each}>
                {label}
              </option>
            ))}
          </ToolbarSelect>
        )}
        <IconButton label={t`Copy`} onClick={() => void copy(false).catch(refused)}>
          <Copy aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Copy with times`} onClick={() => void copy(true).catch(refused)}>
          <Timer aria-hidden="true" />
        </IconButton>
      </div>
      <ToolbarSearch
        label={t`Search transcript`}
        placeholder={t`Search transcript`}
        value={query}
        onChange={({ target }) => narrow(target.value)}
        className="mb-2 w-full"
      />
      <p role="status" className="sr-only">
        {found !== null && plural(found, { one: '# line found', other: '# lines found' })}
      </p>
      {found === 0 && (
        <p className="px-2 py-4 text-sm text-ink-soft">
          <Trans>No matches in the transcript.</Trans>
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links are worked here, all at once */}
      <ol
        ref={list}
        className="transcript"
        lang={data?.language ?? video.captions[0]?.language}
        onClick={go}
        onKeyDown={(event) => moveFocus(event, all)}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Arrows go from line to line: one of them alone is reached by Tab. */
function moveFocus(event: KeyboardEvent, lines: () => ShownLine[]): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const all = lines();
  const shown = all.filter(({ element }) => !element.hidden);
  const at = shown.findIndex(({ link }) => link === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
  if (!next) return;
  for (const { link } of all) link.tabIndex = link === next.link ? 0 : -1;
  next.link.focus();
}
