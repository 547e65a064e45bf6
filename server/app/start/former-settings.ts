/** Settings of earlier releases, which nothing reads any more, and what to do instead. */
const FORMER: Record<string, string> = {
  MAX_UPLOAD_BYTES_PER_DAY: 'set LIMITS, uploadsPerDay',
  MAX_PENDING_SUBMISSIONS: 'set LIMITS, pendingSubmissions',
  MAX_SIGN_UPS_PER_HOUR: 'set LIMITS, signUpsPerHour',
  MAX_SIGN_UPS_PER_ADDRESS: 'set LIMITS, signUpsPerAddress',
  FREE_GUEST_COMMENTS_PER_HOUR: 'set LIMITS, freeGuestComments',
  FREE_LINKS_PER_HOUR: 'set LIMITS, freeLinks',
  MIN_FREE_DISK_BYTES: 'set LIMITS, freeDisk',
  BACKUP_AWS_ACCESS_KEY_ID: 'put it into BACKUP_S3_URL, s3://key:secret@bucket',
  BACKUP_AWS_SECRET_ACCESS_KEY: 'put it into BACKUP_S3_URL, s3://key:secret@bucket',
  BACKUP_WAL_BYTES: 'backups are made hourly',
  DATABASE_REPLICA_URL: 'searches are answered by DATABASE_URL',
  S3_PRESIGNED: 'set MEDIA_URL and MEDIA_STORAGE_URL for media past this server',
  FFPROBE_PATH: 'put ffprobe beside FFMPEG_PATH',
  UPDATE_CHECK: 'leave UPDATE_FEED_URL out to ask for no newer release',
  UPDATE_FEED_KEY: 'put it behind the # of UPDATE_FEED_URL',
  OIDC_NAME: 'enter it in the Admin Dashboard, Settings, Connections',
  OIDC2_NAME: 'enter it in the Admin Dashboard, Settings, Connections',
  OIDC2_ISSUER: 'enter it in the Admin Dashboard, Settings, Connections',
  OIDC2_CLIENT_ID: 'enter it in the Admin Dashboard, Settings, Connections',
  OIDC2_CLIENT_SECRET: 'enter it in the Admin Dashboard, Settings, Connections',
};

/** One sentence about those among `names`; null: there are none. */
export function describeFormerSettings(names: Iterable<string>): string | null {
  const byAdvice = Map.groupBy(
    [...names].filter((name) => Object.hasOwn(FORMER, name)).toSorted(),
    (name) => FORMER[name],
  );
  if (byAdvice.size === 0) return null;
  const told = [...byAdvice].map(([advice, those]) => `${those.join(', ')} (${advice})`);
  return `These settings are of an earlier release and do nothing now: ${told.join('; ')}.`;
}
