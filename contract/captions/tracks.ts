import { z } from 'zod';
import { languageTag, nameOfLanguage } from './caption-languages.ts';

/** Captions (with sounds, for deaf viewers), subtitles in another language, and chapters. */
export const CAPTION_KINDS = ['captions', 'subtitles', 'chapters'] as const;
export const CaptionKind = z.enum(CAPTION_KINDS, 'kind must be captions, subtitles or chapters.');
export type CaptionKind = z.infer<typeof CaptionKind>;

const UNKNOWN = 'Please enter a language tag, such as en or pt-BR.';

export const Language = z.string(UNKNOWN).transform((value, context) => {
  const tag = languageTag(value.trim());
  if (tag !== null) return tag;
  context.addIssue({ code: 'custom', message: UNKNOWN });
  return z.NEVER;
});

/** A track that can be shown with a video. */
export const Caption = z.object({
  language: z.string(),
  kind: CaptionKind,
  label: z.string(),
  /** Shown to who hasn't chosen a language. */
  isDefault: z.boolean(),
  /** The track as WebVTT; with `format=srt` or `format=txt` as those. */
  url: z.string(),
  /** Its number of words. */
  words: z.number().int(),
});
export type Caption = z.infer<typeof Caption>;

/** As a video's row names its tracks. */
export type NamedTrack = Pick<Caption, 'language' | 'kind' | 'isDefault' | 'words'>;

/** `token` opens a track of a video that is not public. */
export function toCaption(videoId: number, track: NamedTrack, token?: string): Caption {
  const { language, kind, isDefault, words } = track;
  const query = new URLSearchParams({ ...(kind !== 'captions' && { kind }), ...(token && { token }) });
  const address = `/api/videos/${videoId}/captions/${language}`;
  return {
    language,
    kind,
    label: nameOfLanguage(language),
    isDefault,
    url: query.size > 0 ? `${address}?${query}` : address,
    words,
  };
}

/** What a track's token is signed for. */
export const tracksKey = (videoId: number): string => `captions/${videoId}/tracks`;
