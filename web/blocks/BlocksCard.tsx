import { t } from '@lingui/core/macro';
import type { ListedPerson } from '#contract/blocks/blocks.ts';
import { MAX_MUTED_WORD } from '#contract/blocks/blocks.ts';
import { backend } from '#web/app/client/backend.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Link } from 'react-router';
import {
  useChangePerson,
  useMutedTerms,
  useMuteWord,
  usePeople,
  useUnmuteWord,
  type PeopleList,
} from './blocks.queries.ts';

/** The people a member blocks, with a way to undo it. */
export const BlockedPeople = () => (
  <People
    list="blocks"
    title={t`Blocked people`}
    hint={t`You can’t see each other’s posts and comments. They can’t reply to you, mention you or follow you.`}
    empty={t`You haven’t blocked anyone.`}
    undo={{ verb: t`Unblock`, of: (name) => t`Unblock ${name}` }}
  />
);

export const MutedPeople = () => (
  <People
    list="mutes"
    title={t`Muted people`}
    hint={t`You won’t see their videos, posts and comments. They won’t be notified.`}
    empty={t`You haven’t muted anyone.`}
    undo={{
      verb: t({ message: 'Unmute', context: 'a person or a word' }),
      of: (name) => t`Unmute ${name}`,
    }}
  />
);

interface PeopleProps {
  list: PeopleList;
  title: string;
  hint: string;
  empty: string;
  undo: { verb: string; of: (name: string) => string };
}

function People({ list, title, hint, empty, undo }: PeopleProps) {
  const { data, error, refetch } = usePeople(list);
  return (
    <Card title={title}>
      <p className="text-ink-soft">{hint}</p>
      {!data && error && <ErrorState title={t`Failed to load`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="mt-3 h-5" />}
      {data?.length === 0 && <p className="mt-3 text-sm">{empty}</p>}
      <ul className="mt-3 space-y-2 empty:hidden">
        {data?.map((person) => (
          <li key={person.username} className="flex items-center gap-3">
            <Person person={person} />
            <Undo list={list} username={person.username} label={undo.of(person.username)}>
              {undo.verb}
            </Undo>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface UndoProps {
  list: PeopleList;
  username: string;
  label: string;
  children: string;
}

function Undo({ list, username, label, children }: UndoProps) {
  const change = useChangePerson(list);
  return (
    <Button
      size="sm"
      aria-label={label}
      pending={change.isPending}
      onClick={() => change.mutate({ username, listed: false })}
    >
      {children}
    </Button>
  );
}

const Person = ({ person }: { person: ListedPerson }) => (
  <>
    <Avatar src={backend(person.profileImageUrl)} />
    <p className="min-w-0 flex-1">
      <Link
        to={paths.creator(person.username)}
        className="block truncate font-semibold underline-offset-4 hover:underline"
      >
        <bdi>{person.displayName ?? person.username}</bdi>
      </Link>
      <span className="block text-sm wrap-anywhere text-ink-soft">
        <bdi>{`@${person.username}`}</bdi> · <Time at={person.createdAt} />
      </span>
    </p>
  </>
);

/** Videos, posts and comments with one of these terms are hidden from the member. */
export function MutedTerms() {
  const { data } = useMutedTerms();
  const fields = useFields({ word: '' });
  const form = useForm(fields, useMuteWord(), {
    ready: ({ word }) => word.trim() !== '',
    onSent: () => fields.set('word', ''),
  });
  return (
    <Card title={t`Muted words`}>
      <p className="text-ink-soft">
        {t`Other people’s videos, posts and comments with these words are hidden from you.`}
      </p>
      <ul className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {data?.map(({ word }) => (
          <li
            key={word}
            className="flex max-w-full items-center gap-1 rounded-pill border border-line bg-raised ps-3"
          >
            <bdi className="truncate text-sm">{word}</bdi>
            <Unmute word={word} />
          </li>
        ))}
      </ul>
      <Form form={form} button={t`Mute word`} size="sm" className="mt-3 gap-3">
        <Field
          label={t`Word to mute`}
          {...form.field('word')}
          maxLength={MAX_MUTED_WORD}
          autoComplete="off"
        />
      </Form>
    </Card>
  );
}

function Unmute({ word }: { word: string }) {
  const unmute = useUnmuteWord();
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={t`Unmute ${word}`}
      pending={unmute.isPending}
      onClick={() => unmute.mutate(word)}
    >
      {t({ message: 'Unmute', context: 'a person or a word' })}
    </Button>
  );
}
