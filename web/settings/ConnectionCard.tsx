import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ConnectionName, Connections, SecretName } from '#contract/settings/connections.ts';
import type { ConnectionsState } from '#contract/settings/settings.ts';
import { parseNumber } from '#web/app/i18n/numbers.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { MailTest } from './MailTest.tsx';
import { fixable, useSectionForm } from './SectionForm.tsx';
import { useTestConnection } from './settings.queries.ts';

/** What holds where nothing is typed. */
export const GOOGLE_ISSUER = 'https://accounts.google.com';

export interface CardProps {
  state: ConnectionsState;
}

type TextFields = {
  [K in keyof Connections]: Connections[K] extends string | null ? K : never;
}[keyof Connections];

/** Of fields that aren't text: a number as it is typed, a checkbox. */
type OtherValues = { [K in Exclude<keyof Connections, TextFields>]?: string | boolean };

/** A form over some of the fields; an empty field is none, an empty secret leaves it as it is. */
export function useConnection<N extends TextFields, S extends SecretName, M extends OtherValues>(
  { state }: CardProps,
  names: N[],
  secrets: S[],
  more?: M,
) {
  const start = Object.fromEntries([
    ...names.map((name) => [name, state[name] ?? '']),
    ...secrets.map((name) => [name, '']),
    ...Object.entries(more ?? {}),
  ]) as Record<N | S, string> & M;
  const toChange = ([name, value]: [string, string | boolean]): [string, unknown][] => {
    if (value === '' && secrets.some((secret) => secret === name)) return [];
    if (name === 'mailPort') return [[name, value === '' ? null : parseNumber(String(value))]];
    if (name === 'identityIssuer' && value === '') return [[name, GOOGLE_ISSUER]];
    if (name === 'identityName' && value === '') return [[name, 'Google']];
    return [[name, value === '' ? null : value]];
  };
  return useSectionForm('connections', state, start, (values) =>
    Object.fromEntries(Object.entries<string | boolean>(values).flatMap(toChange)),
  );
}

export function ConnectionCard({
  title,
  badge,
  connection,
  test = '',
  children,
}: {
  title: string;
  badge: [tone: BadgeTone, text: string];
  connection: ConnectionName;
  /** The button's label; the mail test has its own. */
  test?: string;
  children: ReactNode;
}) {
  return (
    <Card title={title} aside={<Badge tone={badge[0]}>{badge[1]}</Badge>}>
      {children}
      <div className="mt-5 border-t border-line pt-4">
        {connection === 'mail' ? <MailTest /> : <ConnectionTest connection={connection} test={test} />}
      </div>
    </Card>
  );
}

function ConnectionTest({ connection, test }: { connection: ConnectionName; test: string }) {
  const run = useTestConnection(connection);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" pending={run.isPending} onClick={() => run.mutate(undefined)}>
        {test}
      </Button>
      <FormNotice>{run.data?.ok && run.data.message}</FormNotice>
      <FormError>{run.error?.message ?? (run.data && !run.data.ok ? run.data.message : null)}</FormError>
    </div>
  );
}

export const secretField = (isSet: boolean, fixed: boolean) => ({
  type: 'password',
  autoComplete: 'new-password',
  placeholder: isSet ? '••••••••' : '',
  ...fixable(fixed, isSet ? t`Already set and never shown. Leave empty to keep it.` : undefined),
});

export const badgeOf = (on: boolean): [BadgeTone, string] =>
  on ? ['ok', t`Set up`] : ['plain', t`Not set up`];
