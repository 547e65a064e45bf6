import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { lengthOf } from '../text/text.ts';
import { comparable, IdParams, longList, Sentence, Timestamp } from '../values.ts';
import { FORMATS, MAX_CUES, MAX_CUE_TEXT, MAX_DOUBTFUL } from './cues.ts';
import { Caption, CaptionKind, Language } from './tracks.ts';
import { Transcription } from './transcription.ts';

/** Bytes of a file, and of the cues that an editor sends. */
export const MAX_CAPTIONS = 1024 * 1024;
const MAX_CUES_BODY = 3 * 1024 * 1024;
/** Tracks of one video. */
export const MAX_TRACKS = 60;
/** Videos are ten minutes long at most. */
const MAX_SECONDS = 36_000;

/** Encodings of files without a byte order mark; detected if not given. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

const Seconds = z
  .number('Please enter the time in seconds.')
  .min(0, 'A time can’t be negative.')
  .max(MAX_SECONDS, 'This time is too late.')
  .transform((value) => Math.round(value * 1000) / 1000);

export const CueInput = z.object({
  start: Seconds,
  end: Seconds,
  text: comparable(z.string('Please enter the text.')).refine(
    (value) => lengthOf(value) <= MAX_CUE_TEXT,
    rule`Please keep each text under ${MAX_CUE_TEXT} characters.`,
  ),
  settings: comparable(z.string().max(300, 'These settings are too long.')).optional(),
  /** Of a machine's draft: how sure it was, from 0 to 1. */
  confidence: z.number().min(0).max(1).optional(),
  /** The words that the recogniser was not sure of. */
  doubtful: z
    .array(comparable(z.string().max(100)))
    .max(MAX_DOUBTFUL)
    .optional(),
});

export const CueOut = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  settings: z.string().optional(),
  confidence: z.number().optional(),
  doubtful: z.array(z.string()).optional(),
});

export const Hint = z.object({
  /** Counted from 0; 0 for dropped ones. */
  cue: z.number().int(),
  /** dropped: it was shown for no time, and is not among the cues. */
  kind: z.enum(['overlap', 'fast', 'short', 'long', 'gap', 'dropped']),
  text: Sentence,
});
export type Hint = z.infer<typeof Hint>;
export type HintAnswer = z.input<typeof Hint>;

/** PUBLISHED: for all viewers. DRAFT: for its editors. WAITING: pending review. */
export const TRACK_STATES = ['PUBLISHED', 'DRAFT', 'WAITING'] as const;

/** A track as its creator and admins see it. `url` is null where nothing is published yet. */
export const OwnTrack = Caption.extend({
  url: z.string().nullable(),
  state: z.enum(TRACK_STATES),
  /** A draft exists next to the published track. */
  hasDraft: z.boolean(),
  /** Machine-generated and not yet published. */
  byMachine: z.boolean(),
  updatedAt: Timestamp,
});
export type OwnTrack = z.infer<typeof OwnTrack>;

export const TrackCues = OwnTrack.extend({ cues: z.array(CueOut), hints: z.array(Hint) });
export type TrackCues = z.infer<typeof TrackCues>;
export type TrackCuesAnswer = z.input<typeof TrackCues>;

export const TakenFile = OwnTrack.extend({
  /** What the file was written in. */
  encoding: z.enum(ENCODINGS),
  format: z.enum(['vtt', 'srt']),
  cues: z.number().int(),
  /** Its beginning, to look at before it is taken. */
  beginning: z.array(CueOut),
  hints: z.array(Hint),
});
export type TakenFile = z.infer<typeof TakenFile>;
export type TakenFileAnswer = z.input<typeof TakenFile>;

const yes = z.enum(['true', 'false']).optional();

export const CaptionsFields = z.object({
  language: Language,
  kind: CaptionKind.default('captions'),
  isDefault: yes,
  encoding: z.enum(ENCODINGS, 'Unknown encoding.').optional(),
  /** `true`: a dry run, nothing is stored. */
  check: yes,
  /** `true`: stored as a draft. */
  draft: yes,
});

export const CaptionsBody = z.object({
  kind: CaptionKind.optional(),
  cues: longList(
    z.array(CueInput, 'Please add the cues.').max(MAX_CUES, rule`Please add no more than ${MAX_CUES} cues.`),
    MAX_CUES,
  ),
  isDefault: z.boolean().optional(),
  /** Stored as a draft. */
  draft: z.boolean().optional(),
});

const TrackParams = IdParams.extend({ language: Language });
const OfKind = z.object({ kind: CaptionKind.default('captions') });

export const Chapter = z.object({ start: z.number(), end: z.number(), title: z.string() });
export type Chapter = z.infer<typeof Chapter>;

/** Without lines, and then without a language, where a video has no captions. */
export const Transcript = z.object({
  language: z.string().nullable(),
  label: z.string().nullable(),
  lines: z.array(
    z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.string().nullable() }),
  ),
});
export type Transcript = z.infer<typeof Transcript>;

/** A moment in a video where the search term is spoken. */
export const Moment = z.object({ start: z.number(), end: z.number(), text: z.string() });
export type Moment = z.infer<typeof Moment>;

/** How loud a video is, from 0 to 255, so many values a second; null while they are being made. */
export const Waveform = z.object({
  perSecond: z.number().int(),
  levels: z.array(z.number().int()).nullable(),
});
export type Waveform = z.infer<typeof Waveform>;

const OWN = '/api/submissions/{id}/captions';

export const captions = {
  list: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/captions',
    access: 'public',
    params: IdParams,
    response: z.array(Caption),
    summary: "A video's published tracks, including chapters",
  }),
  track: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/captions/{language}',
    access: 'public',
    params: TrackParams,
    query: OfKind.extend({
      format: z.enum(FORMATS, 'format must be vtt, srt or txt.').default('vtt'),
      token: z.string().max(100).optional(),
    }),
    produces: 'text/vtt',
    summary: 'One track as WebVTT, SubRip (format=srt) or plain text (format=txt)',
  }),
  transcript: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/transcript',
    access: 'public',
    params: IdParams,
    query: z.object({ language: Language.optional() }),
    response: Transcript,
    summary: 'The transcript, line by line, of the default track or of a language',
  }),
  chapters: endpoint({
    method: 'GET',
    path: '/api/videos/{id}/chapters',
    access: 'public',
    params: IdParams,
    query: z.object({ language: Language.optional() }),
    response: z.array(Chapter),
    summary: "A video's chapters, from its chapters track or from its description",
  }),
  mine: endpoint({
    method: 'GET',
    path: OWN,
    access: 'user',
    params: IdParams,
    response: z.array(OwnTrack),
    summary: 'All tracks of an upload with their drafts, for its creator and admins',
  }),
  cues: endpoint({
    method: 'GET',
    path: `${OWN}/{language}`,
    access: 'user',
    params: TrackParams,
    query: OfKind,
    response: TrackCues,
    summary: 'The cues of a track, or of its draft if there is one',
  }),
  bring: endpoint({
    method: 'POST',
    path: OWN,
    access: 'creator',
    params: IdParams,
    consumes: 'multipart/form-data',
    form: CaptionsFields.extend({ file: z.file() }),
    status: 201,
    response: TakenFile,
    errorStatuses: [422],
    summary:
      'Upload a WebVTT or SubRip file (fields file, language, kind) of at most 1 MB and 5,000 cues, as its creator or an admin. 422 with the line that is invalid',
  }),
  save: endpoint({
    method: 'PUT',
    path: `${OWN}/{language}`,
    access: 'creator',
    params: TrackParams,
    query: z.object({ kind: CaptionKind.optional() }),
    body: CaptionsBody,
    errorStatuses: [422],
    maxBody: MAX_CUES_BODY,
    response: TrackCues,
    summary: 'Save the cues of a track. `draft`: saved without being shown',
  }),
  publish: endpoint({
    method: 'POST',
    path: `${OWN}/{language}/publish`,
    access: 'creator',
    params: TrackParams,
    query: OfKind,
    response: OwnTrack,
    summary:
      'Publish a draft. Where changes to live videos are reviewed, it is pending until an admin publishes it',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${OWN}/{language}`,
    access: 'creator',
    params: TrackParams,
    query: OfKind.extend({ draft: z.literal('true').optional() }),
    summary: 'Delete a track and its draft. `draft=true` deletes only the draft',
  }),
  transcription: endpoint({
    method: 'GET',
    path: '/api/submissions/{id}/transcription',
    access: 'user',
    params: IdParams,
    response: Transcription,
    summary: 'Whether automatic captions are available, and their progress for this upload',
  }),
  transcribe: endpoint({
    method: 'POST',
    path: '/api/submissions/{id}/transcription',
    access: 'creator',
    params: IdParams,
    body: z.object({ language: Language.optional() }),
    status: 202,
    response: Transcription,
    summary: "Generate captions for an upload. `language` is the spoken language, if it can't be detected",
  }),
  waveform: endpoint({
    method: 'GET',
    path: '/api/submissions/{id}/waveform',
    access: 'user',
    params: IdParams,
    response: Waveform,
    summary: "An upload's waveform, for its creator and admins",
  }),
};
