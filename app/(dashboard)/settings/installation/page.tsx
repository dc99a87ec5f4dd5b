import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { Page, PageHead } from '@/components/frame/page'
import { LanguageChoice } from '@/components/i18n/language-choice'
import { LANGUAGE_NAMES } from '@/components/i18n/messages'
import { formats, texts } from '@/components/i18n/server-texts'
import { Bar } from '@/components/overview/writers'
import { SettingsRow, SettingsSection } from '@/components/settings/section'
import { areSingleKeysOn, SINGLE_KEYS_COOKIE } from '@/components/theme/single-keys'
import { SingleKeysChoice } from '@/components/theme/single-keys-choice'
import { THEME_COOKIE, themeOf } from '@/components/theme/theme'
import { ThemeChoice } from '@/components/theme/theme-choice'
import { ErrorNotice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/relative-time'
import { type DatabaseFile, installation } from '@/lib/backup/installation'
import { database } from '@/lib/db/open-database'
import { shownSize } from '@/lib/text/shown-size'
import { EnvironmentSection } from './environment-section'

export const dynamic = 'force-dynamic'

const HOUR_MS = 3_600_000

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Installation.title') }
}

/**
 * Settings of the dashboard's look in this browser; for operators, the health of the database and
 * what the environment sets.
 */
export default async function InstallationPage() {
  const t = await texts()
  const { version, problem, file } = await installation(database())
  return (
    <Page kind="index">
      <PageHead
        title={t('Installation.title')}
        meta={t('Installation.about', { version })}
        guide="settings"
      />
      <div className="min-w-0 flex-1">
        <SettingsSection title={t('Look.title')} note={t('Look.about')}>
          <SettingsRow name={t('Look.theme')}>
            <ThemeChoice theme={themeOf((await cookies()).get(THEME_COOKIE)?.value)} />
          </SettingsRow>
          <SettingsRow name={t('Look.keys')} about={t('Look.keysAbout')}>
            <SingleKeysChoice
              isOn={areSingleKeysOn((await cookies()).get(SINGLE_KEYS_COOKIE)?.value)}
            />
          </SettingsRow>
          <SettingsRow name={t('App.language')}>
            <LanguageChoice names={LANGUAGE_NAMES} />
          </SettingsRow>
        </SettingsSection>
        <SettingsSection
          title={t('Installation.data')}
          note={problem === null ? t('Installation.well') : undefined}
        >
          {problem === null ? null : (
            <ErrorNotice>
              {problem.kind === 'migrations' || problem.kind === 'unknown'
                ? problem.reason
                : t(`Fault.${problem.kind}`)}
            </ErrorNotice>
          )}
          {file === null ? <p>{t('Installation.postgresql')}</p> : <FileFacts file={file} />}
        </SettingsSection>
        <EnvironmentSection />
      </div>
    </Page>
  )
}

async function FileFacts({ file }: { file: DatabaseFile }) {
  const t = await texts()
  const format = await formats()
  const now = timeNow()
  const never = t('App.never')
  const every = file.backupEvery === null ? null : file.backupEvery / HOUR_MS
  const used = file.bytes + file.journalBytes
  return (
    <>
      <SettingsRow
        name={t('Installation.file')}
        about={<span className="font-mono break-all">{file.path}</span>}
        beside={t('Installation.freeSpace', { size: shownSize(format, file.freeBytes) })}
      >
        <span className="flex items-center gap-3 tabular-nums">
          {shownSize(format, file.bytes)}
          <Bar share={(100 * used) / Math.max(1, used + file.freeBytes)} />
        </span>
      </SettingsRow>
      <SettingsRow name={t('Installation.journal')}>
        {shownSize(format, file.journalBytes)}
      </SettingsRow>
      <SettingsRow
        name={t('Installation.checked')}
        beside={
          file.checkedAt === null
            ? undefined
            : t('Installation.found', { count: file.damage.length })
        }
      >
        {file.checkedAt === null ? (
          t('Installation.notChecked')
        ) : (
          <RelativeTime time={file.checkedAt} now={now} />
        )}
      </SettingsRow>
      <SettingsRow
        name={t('Installation.lastBackup')}
        beside={
          every === null
            ? t('Installation.noBackups')
            : t('Installation.hours', { hours: format.number(every) })
        }
      >
        {file.lastBackupAt === null ? never : <RelativeTime time={file.lastBackupAt} now={now} />}
      </SettingsRow>
      {file.damage.length === 0 ? null : (
        <ul className="list-disc space-y-1 pl-5 font-mono text-xs">
          {file.damage.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function timeNow(): number {
  return Date.now()
}
