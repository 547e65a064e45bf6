import { t } from '@lingui/core/macro';

/** A user by name, or the label for the site itself or a buyer. */
export function ActorName({ name }: { name: string }) {
  const labels: Record<string, string> = {
    system: t({ message: 'system', context: 'who did it' }),
    buyer: t({ message: 'buyer', context: 'who did it' }),
  };
  return labels[name] ?? <bdi className="wrap-anywhere">{name}</bdi>;
}
