import { plain, type Samples } from './sample.ts';

const NOTHING = { id: 999_999 };
const NO_VIDEO = { videoId: 999_999 };
const NO_JOB = { queue: 'rotation', id: '00000000-0000-4000-8000-000000000000' };

export const curationSamples: Samples = {
  trending: {},
  featured: {},
  recentImports: {},
  candidates: { query: { q: 'sample', category: 'Beauty' } },
  setFeatured: { params: NO_VIDEO, body: { featured: true } },
  setTrending: { params: NO_VIDEO, body: { trending: true } },
  orderFeatured: { body: { ids: [] } },
  reloadRotation: {},
  imported: {},
  approveImported: { params: NOTHING },
  unapproveImported: { params: NOTHING },
  rejectImported: { params: NOTHING },
  importYoutube: { body: { category: 'Beauty', limit: 5 } },
  importLink: { body: { url: 'https://clips.twitch.tv/SampleClip', category: 'Beauty' } },
  importState: {},
  archive: { query: { group: 'user' } },
  restoreArchived: { params: NOTHING },
  deleteArchived: { params: NOTHING },
  softDelete: { params: NOTHING, body: { reason: 'A reason' } },
  hardDelete: { params: NOTHING },
  restore: { params: NOTHING },
};

export const backupSamples: Samples = plain('state', 'start', 'newest');

export const adminSamples: Samples = {
  check: {},
  overview: {},
  activity: { query: { days: '90' } },
  checklist: {},
  dismissChecklist: {},
  removeSample: {},
  jobs: { query: { state: 'failed' } },
  retryJob: { params: NO_JOB },
  cancelJob: { params: NO_JOB },
  audit: { query: { person: 'sample', thing: 'video 1', from: '2026-01-01', to: '2026-12-31' } },
  auditExport: {},
};
