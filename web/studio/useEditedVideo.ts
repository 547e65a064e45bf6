import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { useFields } from '#web/app/forms/form.ts';
import { changeOf, rebase, valuesOf } from './edit.ts';
import { studioVideoQuery } from './studio.queries.ts';

/**
 * The form of a video and the version it is based on. After the first change, another tab's changes are applied only by
 * `reload`, which preserves what was typed.
 */
export function useEditedVideo(video: Submission) {
  const client = useQueryClient();
  const [base, setBase] = useState(video);
  const fields = useFields(valuesOf(base));
  const change = changeOf(base, fields.values);
  const isDirty = Object.keys(change).length > 0;
  const isOurs = video.version === base.version;
  if (video !== base && (isOurs || (!isDirty && video.version > base.version))) {
    setBase(video);
    fields.reset(rebase(fields.values, base, video));
  }
  const reload = async (): Promise<void> => {
    const latest = await client.fetchQuery({ ...studioVideoQuery(video.id), staleTime: 0 });
    fields.reset(rebase(fields.values, base, latest));
    setBase(latest);
  };
  /** Takes a response to this tab's own save; `part`: it changed only what isn't in the form. */
  const take = (saved: Submission, part = false): void => {
    fields.reset(part ? rebase(fields.values, base, saved) : valuesOf(saved));
    setBase(saved);
  };
  return { fields, change, isDirty, version: base.version, reload, take };
}
