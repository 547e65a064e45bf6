import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { requestTranscription, transcriptionQuery } from '../captions.queries.ts';

/** Starts a transcription, where the site has a speech model; `onCreated` is called once it is done. */
export function MakeCaptions({
  videoId,
  language,
  onCreated,
}: {
  videoId: number;
  language: string;
  onCreated: (language: string) => void;
}) {
  const client = useQueryClient();
  const { data } = useQuery(transcriptionQuery(videoId));
  const request = useMutation({
    mutationFn: () => requestTranscription(videoId, language),
    onSuccess: (next) => client.setQueryData(transcriptionQuery(videoId).queryKey, next),
    onError: (failure) => toast(t`That didn’t work`, { kind: 'bad', text: failure.message }),
  });
  const state = data?.state;
  const before = useRef(state);
  const handleDone = useEffectEvent((): void => {
    if (before.current === 'QUEUED' && state === 'DONE' && data?.language) onCreated(data.language);
    before.current = state;
  });
  useEffect(() => handleDone(), [state]);
  if (!data?.isOffered) return null;
  const isInFlight = state === 'QUEUED';
  return (
    <>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {isInFlight && <Trans>Generating captions. You can continue in the meantime.</Trans>}
        {state === 'SILENT' && <Trans>No speech detected.</Trans>}
        {state === 'FAILED' && <Trans>Couldn’t generate captions for this video.</Trans>}
      </p>
      <Button size="sm" pending={isInFlight || request.isPending} onClick={() => request.mutate()}>
        <Sparkles aria-hidden="true" />
        <Trans>Generate captions</Trans>
      </Button>
    </>
  );
}
