import type { Labels } from '#contract/videos/labels.ts';
import { Badge, type BadgeTone } from '#web/ui/lists/Badge.tsx';
import { namesOf } from './i18n/label-names.ts';

/** A video's labels as badges. */
export const LabelBadges = ({ labels, tone }: { labels: Labels; tone?: BadgeTone }) =>
  namesOf(labels).map((name) => (
    <Badge key={name} tone={tone}>
      {name}
    </Badge>
  ));
