import { plain, type Samples } from './sample.ts';

const UPLOAD = { upload: 'a'.repeat(32) };

export const submissionsSamples: Samples = {
  ...plain(
    'upload',
    'list',
    'mine',
    'get',
    'withdraw',
    'events',
    'approve',
    'unapprove',
    'retry',
    'resubmit',
    'thumbnail',
    'resumableCreate',
  ),
  reject: { body: { reason: 'A reason' } },
  resumableState: { params: UPLOAD },
  resumableAppend: { params: UPLOAD },
  resumableOverride: { params: UPLOAD },
  resumableEnd: { params: UPLOAD },
};

const ENGLISH = { params: { id: 999_999, language: 'en' } };

export const captionsSamples: Samples = {
  ...plain('list', 'transcript', 'chapters', 'mine', 'bring', 'waveform', 'transcription'),
  track: ENGLISH,
  cues: ENGLISH,
  save: { ...ENGLISH, body: { cues: [{ start: 0, end: 1, text: 'Hello' }] } },
  publish: ENGLISH,
  transcribe: { body: { language: 'en' } },
  remove: ENGLISH,
};

export const captionReviewSamples: Samples = { ...plain('waiting'), reject: ENGLISH };
