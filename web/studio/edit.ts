import type { Submission } from '#contract/submissions/submissions.ts';
import type { SubmissionChange } from '#contract/submissions/studio.ts';
import { LABELS, type Labels } from '#contract/videos/labels.ts';
import type { Focus } from '#contract/videos/videos.ts';
import { changesOf, fromLocalField, releaseOf, type Release } from '#web/app/forms/release.ts';

export interface Values extends Release {
  title: string;
  category: string;
  description: string;
  tags: string[];
  place: string;
  focus: Focus;
  labels: Labels;
  downloads: keyof typeof DOWNLOADS;
  supportLink: string;
}

/** What a creator chooses; the site's default otherwise. */
const DOWNLOADS = { DEFAULT: null, ON: true, OFF: false } as const;

/** What the form shows: what its creator changed last, also where that is pending review. */
export function valuesOf(video: Submission): Values {
  const { title, category, description, tags, location } = { ...video, ...video.pendingChange };
  return {
    title,
    category,
    description: description ?? '',
    tags,
    place: location?.name ?? '',
    focus: video.focus,
    labels: video.labels,
    downloads: video.downloadable === null ? 'DEFAULT' : video.downloadable ? 'ON' : 'OFF',
    supportLink: video.supportLink ?? '',
    ...releaseOf(video),
  };
}

/** What was typed since `before`, over what is saved by now. */
export function rebase(values: Values, before: Submission, latest: Submission): Values {
  const changed = changedKeys(valuesOf(before), values);
  return { ...valuesOf(latest), ...Object.fromEntries(changed.map((key) => [key, values[key]])) };
}

const changedKeys = (before: Values, values: Values): (keyof Values)[] =>
  (Object.keys(values) as (keyof Values)[]).filter(
    (key) => JSON.stringify(values[key]) !== JSON.stringify(before[key]),
  );

/** Only the changed fields: changes of texts may need a review. */
export function changeOf(video: Submission, values: Values): SubmissionChange {
  const before = valuesOf(video);
  const { x, y } = values.focus;
  const { publishAt, ...release } = changesOf(releaseOf(video), values);
  const title = values.title.trim();
  const place = values.place.trim();
  const supportLink = values.supportLink.trim();
  const description = values.description.trim();
  const {
    latitude = null,
    longitude = null,
    address = null,
    city = null,
    state = null,
    country = null,
  } = video.location ?? {};
  return {
    ...(title !== before.title && { title }),
    ...(values.category !== before.category && { category: values.category }),
    ...(description !== before.description && { description: description || null }),
    ...(String(values.tags) !== String(before.tags) && { tags: values.tags }),
    ...(place !== before.place && {
      location:
        place === '' && latitude === null && address === null
          ? null
          : { name: place || null, latitude, longitude, accuracy: null, address, city, state, country },
    }),
    ...(LABELS.some((label) => values.labels[label] !== before.labels[label]) && { labels: values.labels }),
    ...(values.downloads !== before.downloads && { downloadable: DOWNLOADS[values.downloads] }),
    ...(supportLink !== before.supportLink && { supportLink: supportLink || null }),
    ...((x !== before.focus.x || y !== before.focus.y) && { focus: { x, y } }),
    ...release,
    ...(publishAt !== undefined && { publishAt: fromLocalField(publishAt) }),
  };
}
