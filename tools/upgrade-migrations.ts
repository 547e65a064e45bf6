/** Name of a migration and what it does. */
export type Migrations = Map<string, string>;

/** What came since `before`, and why a process of then could not run beside ours; docs/decisions/023. */
export function compareMigrations(before: Migrations, now: Migrations): { added: string[]; wrong: string[] } {
  const wrong: string[] = [];
  for (const [name, content] of before) {
    if (!now.has(name)) wrong.push(`${name} is gone or has another number now`);
    else if (now.get(name) !== content) wrong.push(`${name} was changed after it was applied`);
  }
  const added = [...now.keys()].filter((name) => !before.has(name)).toSorted();
  for (const name of added) {
    const needed = /_needs_(\d{4})\.sql$/.exec(name)?.[1];
    if (needed !== undefined && ![...before.keys()].some((known) => known.startsWith(`${needed}_`)))
      wrong.push(`${name}: without ${needed} it does not start on our database`);
  }
  return { added, wrong };
}

const USES_DATABASE = /testing\/(site|process|killable|races|cluster|clips|template)\.ts'/;
/** They compare the database with the migrations of their own release, or start with none. */
const ABOUT_MIGRATIONS = /kysely_migration|server\/migrations/;

/** Is this a test whose code, of the release before, has to get on with our tables? */
export function isAboutDatabase(file: string, content: string): boolean {
  return (
    !/\.(soak|cluster)\.test\.ts$/.test(file) &&
    !/\bmigrat[^/]*\.test\.ts$/.test(file) &&
    USES_DATABASE.test(content) &&
    !ABOUT_MIGRATIONS.test(content)
  );
}
