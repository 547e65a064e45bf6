import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Verification } from '#server/backups/verify.ts';
import type { Context } from '#server/app/context.ts';
import type { Settings } from '#server/app/start/settings.ts';

// Each imports what it needs: most of the server takes longer to load than a command to run.
const owners = () => import('#server/accounts/people/owner.actions.ts');
const backupFiles = () => import('#server/backups/archive.ts');
const siteBackups = () => import('#server/backups/backups.actions.ts');

interface Command {
  usage: string;
  does: string;
  /** Arguments it can't do without. */
  least: number;
  /** It creates its site, or needs none. */
  worksWithoutSite?: true;
  /** Returns the exit code. Throws an error whose message is for the owner. */
  run(settings: Settings, args: string[]): Promise<number>;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Everything a command may need, on the running site's database or one started for it. */
async function withContext(
  settings: Settings,
  work: (ctx: Context) => Promise<void>,
  { mayBeEmpty = false } = {},
): Promise<number> {
  const disposers: (() => Promise<unknown>)[] = [];
  const [{ createLog }, { openContext }, { refreshSettings }, { slices }] = await Promise.all([
    import('#server/app/observe/log.ts'),
    import('#server/app/start/open-context.ts'),
    import('#server/settings/refresh.actions.ts'),
    import('#server/slices.ts'),
  ]);
  try {
    const log = createLog(settings);
    settings.ROLES = ['web'];
    const ctx = await openContext(settings, slices, {
      log,
      disposers,
      signal: settings.DATABASE_URL && !mayBeEmpty ? AbortSignal.timeout(EXTERNAL_MS) : undefined,
      mayBeEmpty,
    });
    // settings from the dashboard apply here too
    await refreshSettings(ctx);
    await work(ctx);
    return 0;
  } finally {
    for (const close of disposers.toReversed()) await close();
  }
}

const MAX_IMPORTED = 50;
/** A database that runs answers sooner, and a command doesn't wait for one that doesn't. */
const EXTERNAL_MS = 10_000;

const describe = ({ rows, hashedFiles, video }: Verification): string =>
  `verified. ${rows.toLocaleString('en')} rows and ${hashedFiles} files compared, ${video ? `${video} decoded` : 'no video to decode'}.`;

export const commands: Record<string, Command> = {
  'create-admin': {
    usage: 'create-admin [username] [email]',
    does: 'creates another administrator; prints the password once',
    least: 0,
    run: (settings, [username, email]) =>
      withContext(settings, async (ctx) => {
        const given = {
          username: username ?? settings.ADMIN_USERNAME,
          email: email ?? settings.ADMIN_EMAIL,
          password: settings.ADMIN_PASSWORD,
        };
        const account = await (await owners()).createAdmin(ctx, given);
        print(`${account.username} (${account.email}) is now an administrator.`);
        if (!settings.ADMIN_PASSWORD) print(`Password: ${account.password}`);
      }),
  },
  grant: {
    usage: 'grant <username> <role>',
    does: 'sets the role: LOGIN_USER, CONTENT_CREATOR or GLOBAL_ADMIN',
    least: 2,
    run: (settings, [username = '', role = '']) =>
      withContext(settings, async (ctx) => {
        const granted = await (await owners()).grantRole(ctx, username, role);
        print(`${granted.username} is now ${granted.role}.`);
      }),
  },
  'reset-password': {
    usage: 'reset-password <username>',
    does: 'sets a random password, printed once; ends all sessions',
    least: 1,
    run: (settings, [username = '']) =>
      withContext(settings, async (ctx) => {
        const reset = await (await owners()).resetPassword(ctx, username);
        print(`${reset.username} has a new password. All sessions have ended.`);
        print(`Password: ${reset.password}`);
      }),
  },
  'reset-second-step': {
    usage: 'reset-second-step <username>',
    does: 'turns off two-factor authentication; ends all sessions',
    least: 1,
    run: (settings, [username = '']) =>
      withContext(settings, async (ctx) => {
        await (await owners()).resetTwoFactor(ctx, username);
        print(`Two-factor authentication is off for ${username}. All sessions have ended.`);
      }),
  },
  backup: {
    usage: 'backup <file.tar[.gz]>',
    does: 'backs up database and media to one file; the site may run',
    least: 1,
    async run(settings, [file = '']) {
      const { makeBackup } = await backupFiles();
      const backup = await makeBackup(settings, file);
      print(
        `${file}: ${(backup.bytes / 1e6).toFixed(1)} MB, database${backup.media ? ' and media' : '; media are stored elsewhere'}.`,
      );
      return 0;
    },
  },
  restore: {
    usage: 'restore <file or name of a backup> [--replace] [--from-bucket]',
    does: 'restores a backup; stop the site first',
    least: 1,
    worksWithoutSite: true,
    async run(settings, args) {
      const { fetchFromBucket, restoreSiteBackup } = await siteBackups();
      const { restoreBackup } = await backupFiles();
      const [file = ''] = args.filter((arg) => !arg.startsWith('--'));
      if (args.includes('--from-bucket')) await fetchFromBucket(settings, file);
      const isFile = !/^lll-[^/]+Z$/.test(file);
      if (isFile && !existsSync(file))
        throw new Error(
          `${file} is neither a file nor the name of a backup. To list backups: npm run admin -- backups`,
        );
      const restored = await (isFile ? restoreBackup : restoreSiteBackup)(
        settings,
        file,
        args.includes('--replace'),
      );
      // Starts it once: recovery, and pending migrations.
      await withContext(settings, async () => {});
      print(`Restored the backup of ${restored.createdAt}: database${restored.media ? ' and media' : ''}.`);
      return 0;
    },
  },
  'backup-now': {
    usage: 'backup-now',
    does: 'runs the hourly backup now, and verifies it by a test restore',
    least: 0,
    run: (settings) =>
      withContext(settings, async (ctx) => {
        const { runBackup } = await siteBackups();
        const { name, verification } = await runBackup(ctx);
        print(`${name}: ${describe(verification)}`);
      }),
  },
  backups: {
    usage: 'backups',
    does: 'lists the backups in the folder and the backup bucket',
    least: 0,
    worksWithoutSite: true,
    async run(settings) {
      const { listAllBackups } = await siteBackups();
      const { folder, bucket } = await listAllBackups(settings);
      for (const name of folder) print(`${name}  folder`);
      for (const { name, site } of bucket) print(`${name}  bucket (site ${site})`);
      if (folder.length + bucket.length === 0) print('No backups yet.');
      return 0;
    },
  },
  'verify-backup': {
    usage: 'verify-backup [name [--from-bucket]]',
    does: 'verifies a backup again by a test restore; by default the newest',
    least: 0,
    run: (settings, args) =>
      withContext(settings, async (ctx) => {
        const { fetchFromBucket, verifyAgain } = await siteBackups();
        const [given] = args.filter((arg) => !arg.startsWith('--'));
        if (given && args.includes('--from-bucket')) await fetchFromBucket(settings, given);
        const { name, verification } = await verifyAgain(ctx, given);
        print(`${name}: ${describe(verification)}`);
      }),
  },
  migrate: {
    usage: 'migrate',
    does: 'runs the migrations of this release before its first start',
    least: 0,
    run: (settings) =>
      withContext(settings, async () => print('The database is up to date.'), { mayBeEmpty: true }),
  },
  'move-media': {
    usage: 'move-media <from> <to> [--delete]',
    does: 'copies and verifies all media between folder and bucket; the site may run',
    least: 2,
    run: async (settings, args) => (await import('./move-media.ts')).moveMedia(settings, args),
  },
  'move-database': {
    usage: 'move-database [--to <postgres://…>]',
    does: 'copies and verifies the embedded database to DATABASE_URL; stop the site first',
    least: 0,
    run: async (settings, args) => (await import('./move-database.ts')).moveToExternal(settings, args),
  },
  import: {
    usage: 'import <category> <count>',
    does: 'imports YouTube videos into a category, for review',
    least: 2,
    run: (settings, [name = '', count = '']) =>
      withContext(settings, async (ctx) => {
        const { videos: categories } = settings.owner.categories;
        const category = categories.find((each) => each.toLowerCase() === name.toLowerCase());
        if (!category) throw new Error(`There is no category ${name}. Categories: ${categories.join(', ')}.`);
        const limit = Number(count);
        if (!Number.isInteger(limit) || limit < 1 || limit > MAX_IMPORTED)
          throw new Error(`The count must be a whole number from 1 to ${MAX_IMPORTED}.`);
        const { importFromYoutube } = await import('#server/curation/imports.actions.ts');
        const { videoImport } = await import('#server/curation/curation.jobs.ts');
        const { imported, skipped } = await importFromYoutube(
          { db: ctx.db, jobs: ctx.jobs, source: videoImport(settings) },
          null,
          category,
          limit,
        );
        print(`${imported} imported for review, ${skipped} skipped as already imported.`);
      }),
  },
  'sample-content': {
    usage: 'sample-content',
    does: 'adds sample videos, posts, people and orders',
    least: 0,
    run: (settings) =>
      withContext(settings, async (ctx) => {
        const { slices } = await import('#server/slices.ts');
        const load = slices.flatMap((slice) => slice.jobs ?? []).find((job) => job.name === 'sample-content');
        if (!load) throw new Error('This installation has no sample content.');
        await load.run(ctx, {} as never, { id: 'shell', signal: new AbortController().signal });
        print('Sample content added. Videos appear as they are encoded.');
      }),
  },
  reindex: {
    usage: 'reindex',
    does: 'rebuilds the search index; the site may run',
    least: 0,
    run: (settings) =>
      withContext(settings, async (ctx) => {
        const { reindex } = await import('#server/search/reindex.actions.ts');
        await reindex(ctx.db, {
          onProgress: (part, done, of) => {
            if (done % 10_000 === 0)
              print(`${part}: ${done.toLocaleString('en')} of about ${of.toLocaleString('en')}`);
          },
        });
        print('Search index rebuilt.');
      }),
  },
  settings: {
    usage: 'settings export | settings import <file>',
    does: 'exports or imports dashboard settings as JSON, without secrets',
    least: 1,
    run: (settings, [what = '', file = '']) =>
      withContext(settings, async (ctx) => {
        const { exportSettings, importSettings } = await import('#server/settings/files.actions.ts');
        if (what === 'export') return print(JSON.stringify(await exportSettings(ctx), null, 2));
        if (what !== 'import' || !file) throw new Error('Use settings export, or settings import <file>.');
        const changed = await importSettings(ctx, await readFile(file, 'utf8'));
        print(`Imported: ${changed.join(', ') || 'nothing'}. The running site uses it at once.`);
      }),
  },
  check: {
    usage: 'check',
    does: 'checks the configuration and every connected service',
    least: 0,
    run: async (settings) => (await import('./check.ts')).check(settings),
  },
};
