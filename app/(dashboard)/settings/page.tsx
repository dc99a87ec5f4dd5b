import { getNow, getTranslations } from 'next-intl/server'
import { cookies } from 'next/headers'
import { existsSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { keptIn } from '@/components/frame/kept'
import { Page, PageHead, PageSection } from '@/components/frame/page'
import { Appearance } from '@/components/settings/appearance'
import { DataFacts, EnvironmentFacts, type Installation } from '@/components/settings/installation'
import { lastBackupAt } from '@/lib/backup/regular-backups'
import { database } from '@/lib/db'
import { databaseProblem } from '@/lib/db/readiness'
import { environmentSettings, settings } from '@/lib/settings'
import { totals } from '@/lib/store/stores'
import { VERSION } from '@/lib/version'

/** How is it set, is it healthy? */
export default async function SettingsPage() {
  const t = await getTranslations('Installation')
  const ofLook = await getTranslations('Look')
  const ofEnvironment = await getTranslations('Environment')
  return (
    <Page kind="index" name={t('title')}>
      <PageHead title={t('title')} meta={t('about', { version: VERSION })} />
      <PageSection title={ofLook('title')} note={ofLook('about')}>
        <Appearance {...keptIn(await cookies())} />
      </PageSection>
      <PageSection title={t('data')}>
        <DataFacts facts={await readInstallation()} now={await getNow()} />
      </PageSection>
      <PageSection title={ofEnvironment('title')} note={ofEnvironment('about')}>
        <EnvironmentFacts settings={environmentSettings()} />
      </PageSection>
    </Page>
  )
}

/** The database as it is, its backups, and the disk that they are on. */
async function readInstallation(): Promise<Installation> {
  const { dataDir, backup } = settings()
  const { file } = database()
  return {
    fault: await databaseProblem(database()),
    totals: await totals().catch(() => null),
    dataDir,
    file: file === null ? null : { path: file, ...sizesOf(file) },
    backup: { ...backup, newest: file === null ? null : lastBackupAt() },
  }
}

function sizesOf(file: string): { bytes: number; journalBytes: number; freeBytes: number } {
  const sizeOf = (name: string) => (existsSync(name) ? statSync(name).size : 0)
  const { bavail, bsize } = statfsSync(path.dirname(file))
  return { bytes: sizeOf(file), journalBytes: sizeOf(`${file}-wal`), freeBytes: bavail * bsize }
}
