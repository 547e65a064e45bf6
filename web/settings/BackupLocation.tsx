import { t } from '@lingui/core/macro';
import type { ConnectionsState } from '#contract/settings/settings.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { ConnectionCard, secretField, useConnection } from './ConnectionCard.tsx';
import type { CardProps } from './ConnectionCard.tsx';
import { fixable, FormFrame, Section } from './SectionForm.tsx';

const locateAddress = ({ backupFolder, backupBucket }: ConnectionsState): string =>
  backupBucket ? t`Folder and bucket` : backupFolder ? t`Separate folder` : t`On the same disk`;

function BackupLocationCard({ state }: CardProps) {
  const { form, isFixed } = useConnection(
    { state },
    ['backupFolder', 'backupBucket', 'backupAccessKey'],
    ['backupSecretKey'],
  );
  return (
    <ConnectionCard
      title={t`Backup destination`}
      badge={[state.backupFolder || state.backupBucket ? 'ok' : 'warn', locateAddress(state)]}
      connection="backup"
      test={t`Test destination`}
    >
      <FormFrame section="connections" form={form}>
        <Field
          label={t`Backup folder`}
          placeholder="/mnt/backup/lll"
          autoComplete="off"
          {...form.field('backupFolder')}
          {...fixable(
            isFixed('backupFolder'),
            t`Use another disk, so one failure can’t take both the site and its backups. Leave empty to store them with the site’s data.`,
          )}
        />
        <Field
          label={t`Bucket`}
          placeholder={t`s3://bucket/lll?endpoint=https://s3.example.org&region=eu-west-1`}
          autoComplete="off"
          {...form.field('backupBucket')}
          {...fixable(
            isFixed('backupBucket'),
            t`Verified backups are also sent here. Leave empty to turn this off.`,
          )}
        />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
          <Field
            label={t`Access key`}
            autoComplete="off"
            {...form.field('backupAccessKey')}
            {...fixable(isFixed('backupAccessKey'), t`Leave empty to use the media bucket’s.`)}
          />
          <Field
            label={t`Secret key`}
            {...form.field('backupSecretKey')}
            {...secretField(state.secrets.backupSecretKey, isFixed('backupSecretKey'))}
          />
        </div>
      </FormFrame>
    </ConnectionCard>
  );
}

export const BackupLocation = () => (
  <Section section="connections">{(state) => <BackupLocationCard state={state} />}</Section>
);
