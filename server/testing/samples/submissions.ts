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
