interface Entry {
  threadId: number | null;
  replyTo: { id: number; username: string | null } | null;
}

/** The name replied to, unless it is that of the thread's first entry, right above. */
export const AnsweredName = ({ of: { threadId, replyTo } }: { of: Entry }) =>
  replyTo && replyTo.id !== threadId && replyTo.username ? (
    <bdi className="me-1 font-semibold text-accent-text">{`@${replyTo.username}`}</bdi>
  ) : null;
