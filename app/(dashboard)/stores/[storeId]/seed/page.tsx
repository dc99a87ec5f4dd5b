import type { Metadata } from 'next'
import { VisibleLabel } from '@/components/content/visible-label'
import { Link } from '@/components/ui/link'
import { texts } from '@/components/i18n/server-texts'
import { LeftOuts } from '@/components/seed/left-outs'
import { SeedRun } from '@/components/seed/seed-run'
import { SeedStore } from '@/components/seed/seed-store'
import { ExportLinks } from '@/components/stores/export-links'
import { ErrorNotice } from '@/components/ui/notice'
import { wireJob } from '@/lib/api/serialise'
import { database } from '@/lib/db/open-database'
import { getJob } from '@/lib/jobs/read-jobs'
import { listSeeds } from '@/lib/store/seeds'
import { plainName } from '@/lib/text/plain-text'
import { type SeedJobAnswer, seedJobAnswer } from '@/lib/wire/seed-report'
import { storeOf } from '../store-of'
import { leftOutsOf } from './left-outs-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/seed'>,
): Promise<Metadata> {
  const t = await texts()
  return {
    title: `${t('Seed.title')} · ${plainName((await storeOf((await props.params).storeId)).name)}`,
  }
}

/** The seeding that the address names; null if none. */
async function seedJobOf(jobId: string | string[] | undefined): Promise<SeedJobAnswer | null> {
  const job = typeof jobId === 'string' ? await getJob(database(), jobId) : null
  return job?.kind === 'seed' ? seedJobAnswer.parse(wireJob(job)) : null
}

/** Seeds and exports a store; with `?job=` shows that job's progress. */
export default async function SeedPage(props: PageProps<'/stores/[storeId]/seed'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const { job: jobId, again, left } = await props.searchParams
  const job = await seedJobOf(jobId)
  const seeds = await listSeeds(database(), store.id)
  const known = seeds.flatMap(({ id, origin }) =>
    origin ? [{ id, path: origin.location, taken: origin.taken }] : [],
  )
  const idsBySource = Object.fromEntries(
    seeds.flatMap(({ id, source, origin }) => (origin ? [[source, id]] : [])),
  )
  const leftOuts = await leftOutsOf(database(), store.id, left)
  return (
    <div className="sheet space-y-8 px-5 py-4" data-page="index">
      <header>
        <Link href={`/stores/${store.id}`} className="text-sm text-accent hover:underline">
          ← <VisibleLabel text={store.name} />
        </Link>
        <h1 className="text-xl font-semibold">{t('Seed.title')}</h1>
        <p className="text-ink-3">{t('Seed.about')}</p>
      </header>
      {jobId !== undefined && !job ? <ErrorNotice>{t('Seed.noJob')}</ErrorNotice> : null}
      {job ? (
        <SeedRun storeId={store.id} job={job} known={idsBySource} />
      ) : store.archivedAt === null ? (
        <SeedStore
          key={String(again)}
          storeId={store.id}
          known={known}
          again={known.find(({ id }) => id === again) ?? null}
        />
      ) : (
        <p className="text-caution">{t('Problem.store_archived')}</p>
      )}
      <LeftOuts storeId={store.id} {...leftOuts} canDecide={store.archivedAt === null} />
      <section className="space-y-2 border-t border-line pt-4">
        <h2 className="font-medium">{t('StoreSettings.export')}</h2>
        <p className="text-ink-3">{t('StoreSettings.exportAbout')}</p>
        <div className="flex flex-wrap gap-2">
          <ExportLinks storeId={store.id} />
        </div>
      </section>
    </div>
  )
}
