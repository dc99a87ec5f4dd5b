import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { LanguageChoice } from '@/components/i18n/language-choice'
import { LANGUAGE_NAMES } from '@/components/i18n/messages'
import { formats, texts } from '@/components/i18n/server-texts'
import { ErrorNotice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/relative-time'
import { type DatabaseFile, installation } from '@/lib/backup/installation'
import { database } from '@/lib/db/open-database'
import { shownSize } from '@/lib/text/shown-size'

export const dynamic = 'force-dynamic'

const HOUR_MS = 3_600_000

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Installation.title') }
}

/**
 * For operators: whether the database is healthy, its size, when it was last checked and backed up.
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
      <PageBody className="w-full max-w-4xl space-y-6">
        {problem === null ? (
          <p>{t('Installation.well')}</p>
        ) : (
          <ErrorNotice>
            {problem.kind === 'migrations' || problem.kind === 'unknown'
              ? problem.reason
              : t(`Fault.${problem.kind}`)}
          </ErrorNotice>
        )}
        {file === null ? <p>{t('Installation.postgresql')}</p> : <FileFacts file={file} />}
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <h2 className="w-48 text-ink-3">{t('App.language')}</h2>
          <LanguageChoice names={LANGUAGE_NAMES} />
        </div>
      </PageBody>
    </Page>
  )
}

async function FileFacts({ file }: { file: DatabaseFile }) {
  const t = await texts()
  const format = await formats()
  const now = timeNow()
  const never = t('App.never')
  const every = file.backupEvery === null ? null : file.backupEvery / HOUR_MS
  return (
    <>
      <dl className="divide-y divide-line border-y border-line text-sm">
        <Fact name={t('Installation.file')}>
          <span className="font-mono break-all">{file.path}</span>
        </Fact>
        <Fact name={t('Installation.size')}>{shownSize(file.bytes)}</Fact>
        <Fact name={t('Installation.journal')}>{shownSize(file.journalBytes)}</Fact>
        <Fact name={t('Installation.free')}>{shownSize(file.freeBytes)}</Fact>
        <Fact name={t('Installation.checked')}>
          {file.checkedAt === null ? (
            t('Installation.notChecked')
          ) : (
            <>
              <RelativeTime time={file.checkedAt} now={now} />
              {', '}
              {t('Installation.found', { count: file.damage.length })}
            </>
          )}
        </Fact>
        <Fact name={t('Installation.lastBackup')}>
          {file.lastBackupAt === null ? never : <RelativeTime time={file.lastBackupAt} now={now} />}
        </Fact>
        <Fact name={t('Installation.backupEvery')}>
          {every === null
            ? t('Installation.noBackups')
            : t('Installation.hours', { hours: format.number(every) })}
        </Fact>
      </dl>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 py-2">
      <dt className="w-48 text-ink-3">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </div>
  )
}

function timeNow(): number {
  return Date.now()
}
