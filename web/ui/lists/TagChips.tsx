import { t } from '@lingui/core/macro';
import { Link } from 'react-router';

/** Links to the pages of tags. */
export function TagChips({ tags, pathOf }: { tags: readonly string[]; pathOf: (tag: string) => string }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t`Tags`} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Link
            to={pathOf(tag)}
            className="touch-target inline-flex h-8 max-w-full items-center rounded-pill border border-line px-3 text-sm font-semibold text-accent-text hover:bg-raised"
          >
            <bdi className="truncate">{`#${tag}`}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
