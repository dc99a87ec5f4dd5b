import { Check } from 'lucide-react'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { Page, PageHead } from '@/components/frame/page'
import { LanguageChoice } from '@/components/i18n/language-choice'
import { LANGUAGE_NAMES } from '@/components/i18n/messages'
import { formats, texts } from '@/components/i18n/server-texts'
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
import { FactTable, FoldedFacts, SettingRow, SettingsPart } from './setting-rows'

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
      <div className="w-full max-w-4xl min-w-0 flex-1 px-8 py-5 max-md:px-4">
        <SettingsPart id="appearance" title={t('Look.title')} note={t('Look.about')}>
          <SettingRow name={t('Look.theme')}>
            <ThemeChoice theme={themeOf((await cookies()).get(THEME_COOKIE)?.value)} />
          </SettingRow>
          <SettingRow name={t('App.language')}>
            <LanguageChoice names={LANGUAGE_NAMES} />
          </SettingRow>
          <SettingRow name={t('Look.keys')}>
            <SingleKeysChoice
              isOn={areSingleKeysOn((await cookies()).get(SINGLE_KEYS_COOKIE)?.value)}
            />
          </SettingRow>
        </SettingsPart>
        <SettingsPart
          id="data"
          title={t('Installation.data')}
          note={
            problem === null ? (
              <span className="flex items-center gap-1.5 text-added">
                <Check size={14} aria-hidden />
                {t('Installation.well')}
              </span>
            ) : undefined
          }
        >
          {problem === null ? null : (
            <ErrorNotice>
              {problem.kind === 'migrations' || problem.kind === 'unknown'
                ? problem.reason
                : t(`Fault.${problem.kind}`)}
            </ErrorNotice>
          )}
          {file === null ? <p>{t('Installation.postgresql')}</p> : <FileFacts file={file} />}
        </SettingsPart>
        <EnvironmentSection />
      </div>
    </Page>
  )
}

async function FileFacts({ file }: { file: DatabaseFile }) {
  const t = await texts()
  const format = await formats()
  const now = timeNow()
  const every = file.backupEvery === null ? null : file.backupEvery / HOUR_MS
  const ago = (time: number) => <RelativeTime time={time} now={now} />
  return (
    <>
      <FactTable
        label={t('Installation.data')}
        facts={[
          {
            name: t('Installation.file'),
            value: shownSize(format, file.bytes),
            beside: t('Installation.freeSpace', { size: shownSize(format, file.freeBytes) }),
          },
          {
            name: t('Installation.backup'),
            value:
              every === null
                ? t('Installation.off')
                : t('Installation.hours', { hours: format.number(every) }),
            beside:
              every === null
                ? t('Installation.makesOne')
                : file.lastBackupAt === null
                  ? t('Installation.noBackupYet')
                  : t.rich('Installation.lastBackup', {
                      age: () => <span key="age">{ago(file.lastBackupAt ?? now)}</span>,
                    }),
          },
        ]}
      />
      <FoldedFacts
        label={t('Installation.more')}
        facts={[
          { name: t('Installation.path'), value: file.path },
          { name: t('Installation.journal'), value: shownSize(format, file.journalBytes) },
          {
            name: t('Installation.checked'),
            value: file.checkedAt === null ? t('Installation.notChecked') : ago(file.checkedAt),
            beside:
              file.checkedAt === null
                ? undefined
                : t('Installation.found', { count: file.damage.length }),
          },
        ]}
      />
      {file.damage.length === 0 ? null : (
        <ul className="list-disc space-y-1 border-t border-line py-2 pl-5 font-mono text-xs">
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
