import type { Violation } from './rules.ts';

/** Words that were replaced by the field's own; what a newcomer would stumble over must not come back. */
const RETIRED: [word: RegExp, instead: string][] = [
  [/passport/i, 'submission status'],
  [/\b(?!deadLetter\b)\w*Letter\b|\.letters\b|\bsendLetter/, 'email (template)'],
  [/\bshop-desk\b|\bDesk\w*|\bdesk[A-Z_.]\w*|\/desk\b/, 'admin, dashboard'],
  [/\b[A-Z0-9_]+_MOST\b|\bMOST_[A-Z]|\b[A-Z0-9_]+_LEAST\b|\bLEAST_[A-Z]/, 'MAX_X, MIN_X'],
  [/\bmost: [\d_]+, (seconds|minutes)\b|\blet most\b/, 'max, peak'],
  [/<[A-Z]\w*[^>]*\slook=|\bButtonLook\b/, 'variant'],
  [/\buse(Reset|Verify|TakeBack)(Link|Token)\b/, 'consume…Token'],
  [/\bopenNotices\b|\bctx\.notices\b|: Notices\b|'lll notices'/, 'PubSub, publish, subscribe'],
  [/\bannounce\w*\(|\bhear[A-Z]?\w*\(/, 'publish, subscribe, handle'],
  [/\bnotices: \{ ok/, 'pubsub'],
  [/\bcreateGate\b|\bgate\(/, 'semaphore'],
  [/\bctx\.limits\b|\bcreateLimits\b/, 'rateLimits'],
  [/\bFastAnswers?\b|fast-answers|\bAnswerCache\b/, 'response cache'],
  [/\bctx\.previews\b|\bPreviews\b|\bcreatePreviews\b/, 'signed URLs'],
  [/\bclosers\b/, 'disposers'],
  [/\bholders\b(?! of)/, 'leases'],
  [/\breadBoot\b|\bBoot\b|\bboot\.|\btakeAnswer\b|\bforeseen\b/, 'initial data, preloaded response'],
  [/\bPageGuard\b/, 'ErrorBoundary'],
  [/\bThread\b|\bstartThread\b/, 'upload session'],
  [/\bPace\b/, 'transfer rate'],
  [/\b(on)?Leaps?\b|\bLeapSign\b|\buseLeaps\b|data-leap/, 'skip'],
  [/\bjudge(Payment)?\(|\bVerdict\b/, 'evaluate, outcome'],
  [/\bgiveUp\w*\b/, 'abandon'],
  [/\b\w+Refus(al|ed)\b(?<!ECONNREFUSED)|\brefuse[A-Z]\w*\(|\blogRefusal\b/, 'rejected'],
  [/\bMood\b/, 'state'],
  [/\bNO_HARM\b|\bfindHarm\b|\bexpectUnharmed\b/, 'xss'],
  [/\b(Youtube|Player)Trouble\b|-trouble\b/, 'failure'],
  [/\b\w*[eE]lsewhere-host\b|hosted-elsewhere|\w+Elsewhere\b/, 'cross-origin'],
  [/\b(const|let) (begun|doors?)\b/, 'what it holds: started, requests'],
  [/\bhot-?parts?\b|\bkept-?things?\b/i, 'cache'],
  [/\b(Site|Brand)Mark\b|\bmarkPath\b|\bbrand\.mark\b/, 'logo'],
  [/\bproveBackup|\b(backup|archive)[A-Z]?\w*Proof\b/, 'backup verification'],
  [
    /\b(spec|decisions) §|\b(spec|stack|house|design|operating)\.md\b/,
    'the reason itself, or a page of docs/',
  ],
];

/** Retired words in a file, and in its path. */
export function findRetiredWords(path: string, text: string): Violation[] {
  const lines = [path, ...text.split('\n')];
  return lines.flatMap((content, at) =>
    RETIRED.filter(([word]) => word.test(content)).map(([word, instead]) => ({
      rule: 'retired-word',
      place: at === 0 ? path : `${path}:${at}`,
      what: `“${word.exec(content)?.[0].trim() ?? ''}”: ${instead}`,
    })),
  );
}
