import { LABELS, type Label, type Labels } from '#contract/videos/labels.ts';
import { toLabels } from '#server/videos/videos.rows.ts';

/** A video's labels as they are stored. */
interface Stored {
  labels: Label[] | null;
  admin_labels: Label[];
}

export const changedLabels = (stored: Stored, labels: Labels): Label[] => {
  const before = toLabels(stored.labels);
  return LABELS.filter((label) => before[label] !== labels[label]);
};

/** What a creator chose, except for labels that an admin set. */
export const withAdminLabels = (stored: Stored, labels: Labels): Labels => {
  const isLocked = (label: Label) => stored.admin_labels.includes(label);
  const before = toLabels(stored.labels);
  const entries = LABELS.map((label) => [label, (isLocked(label) ? before : labels)[label]]);
  return Object.fromEntries(entries) as Labels;
};
