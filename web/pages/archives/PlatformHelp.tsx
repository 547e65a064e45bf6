import { t } from '@lingui/core/macro';
import { Card } from '#web/ui/lists/Card.tsx';

const platforms = (): { name: string; href?: string; steps: string[] }[] => [
  {
    name: 'TikTok',
    href: 'https://www.tiktok.com/setting/download-your-data',
    steps: [
      t`Open Settings and privacy, Account, Download your data.`,
      t`Select all data and the JSON format, then request the data.`,
      t`When it’s ready, download the ZIP. If it has no video files, add your saved videos to it.`,
    ],
  },
  {
    name: 'Instagram',
    href: 'https://accountscenter.instagram.com/info_and_permissions/',
    steps: [
      t`Open Accounts Center, Your information and permissions, Export your information.`,
      t`Create an export to your device with your posts and reels, in JSON and high media quality.`,
      t`Download the ZIP from the email you get.`,
    ],
  },
  {
    name: 'YouTube',
    href: 'https://takeout.google.com/settings/takeout/custom/youtube',
    steps: [
      t`Open Google Takeout and select only YouTube, then only videos and video metadata.`,
      t`Choose ZIP with a size of 2 GB. Takeout splits larger exports into several files.`,
      t`Download the files and import them one by one.`,
    ],
  },
  {
    name: 'PeerTube',
    steps: [
      t`Open My account, Import/Export, and request an archive with video files.`,
      t`Download the ZIP from the same page.`,
    ],
  },
  {
    name: t`Anywhere else`,
    steps: [t`Put your MP4, MOV or WebM files into a ZIP. The file names become the titles.`],
  },
];

/** How to get an archive from each platform. */
export function PlatformHelp() {
  return (
    <Card title={t`How to get your archive`}>
      <div className="divide-y divide-line">
        {platforms().map(({ name, href, steps }) => (
          <details key={name} className="py-1 first:pt-0 last:pb-0">
            <summary className="flex min-h-11 items-center font-semibold before:me-2 before:content-['›'] before:transition-transform [[open]>&]:before:rotate-90">
              {name}
            </summary>
            <ol className="list-decimal space-y-1 ps-6 pb-3 text-ink-soft">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {href && (
              <p className="pb-3 ps-6">
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="font-semibold text-accent-text underline underline-offset-4"
                >
                  {t`Open ${name}`}
                </a>
              </p>
            )}
          </details>
        ))}
      </div>
    </Card>
  );
}
