/** `user_totals` as a query over the rows that are counted there. */
export const RECOUNTED_TOTALS = `
  with uploads as (
    select uploader_id as id, count(*) filter (where is_public) as videos, coalesce(sum(like_count) filter (where is_public), 0) as likes,
      count(*) filter (where origin = 'UPLOAD' and status = 'APPROVED') as approved,
      count(*) filter (where origin = 'UPLOAD' and status = 'PENDING') as pending,
      count(*) filter (where origin = 'UPLOAD' and status = 'REJECTED') as rejected
    from videos where uploader_id is not null group by 1
  ), board as (
    select author_id as id, count(*) as posts, sum(like_count) as likes from posts
    where author_id is not null and hidden_at is null and deleted_at is null and held_at is null group by 1
  ), talk as (
    select author_id as id, count(*) as comments, sum(like_count) as likes from comments
    where author_id is not null and hidden_at is null and deleted_at is null and held_at is null group by 1
  )
  select u.id as user_id, coalesce(v.videos, 0)::bigint as videos, coalesce(p.posts, 0)::bigint as posts,
    coalesce(c.comments, 0)::bigint as comments, (coalesce(v.likes, 0) + coalesce(p.likes, 0) + coalesce(c.likes, 0))::bigint as likes,
    coalesce(v.approved, 0)::bigint as approved, coalesce(v.pending, 0)::bigint as pending, coalesce(v.rejected, 0)::bigint as rejected,
    u.suspended_at is null and u.deleted_at is null as is_listed
  from users u left join uploads v on v.id = u.id left join board p on p.id = u.id left join talk c on c.id = u.id`;
