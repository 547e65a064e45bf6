import { BrandMark } from '#web/ui/lists/Brand.tsx';
import { classes } from '#web/ui/classes.ts';
import { useConfig } from './config.ts';
import { backend } from './backend.ts';

/** The owner's mark, else the product's. `className` says how high it is. */
export function SiteMark({ className = 'h-7' }: { className?: string }) {
  const { mark } = useConfig();
  return mark ? (
    <img src={backend(mark)} alt="" className={classes('w-auto max-w-40 object-contain', className)} />
  ) : (
    <BrandMark className={className} />
  );
}
