interface Entry {
  threadId: number | null;
  replyTo: { id: number; username: string | null } | null;
}

/** Whom it answers, unless that is the first of its thread, which stands above. */
export const AnsweredName = ({ of: { threadId, replyTo } }: { of: Entry }) =>
  replyTo && replyTo.id !== threadId && replyTo.username ? (
    <bdi className="me-1 font-semibold text-accent-text">{`@${replyTo.username}`}</bdi>
  ) : null;
