/** The first migration of 0.3.0: every database since then has it. */
export const BASELINE = '0001_base';

const LAST_COMMIT = 'f1beb6fa';

/** For data from before the baseline, which no release opens. `what`: "This database", "The backup x.tar". */
export const describeTooOld = (what: string): string =>
  `${what} was made before 0.3.0 and can't be upgraded: the last commit that opens it is ${LAST_COMMIT}; members' exports and \`npm run admin -- settings export\` made there can be imported here.`;
