import type { Metadata } from 'next'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { LeftOuts } from '@/components/seed/left-outs'
import { SeedRun } from '@/components/seed/seed-run'
import { SeedStore } from '@/components/seed/seed-store'
import { ErrorNotice } from '@/components/ui/notice'
import { wireJob } from '@/lib/api/resources/job'
import { database } from '@/lib/db/open-database'
import { getJob } from '@/lib/jobs/read-jobs'
import { countOpenFindings } from '@/lib/review/findings/read-findings'
import { listSeeds } from '@/lib/store/seeding/seeds'
import { plainName } from '@/lib/text/plain-text'
import { firstFolder } from '@/lib/transfer/look-at-source'
import { serverReach } from '@/lib/transfer/disk-reach'
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

/** Seeds a store; with `?job=` shows that job's progress. */
export default async function SeedPage(props: PageProps<'/stores/[storeId]/seed'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const { job: jobId, again, left, from } = await props.searchParams
  const job = await seedJobOf(jobId)
  const seeds = await listSeeds(database(), store.id)
  const known = seeds.flatMap(({ id, origin }) =>
    origin ? [{ id, path: origin.location, taken: origin.taken }] : [],
  )
  const idsBySource = Object.fromEntries(
    seeds.flatMap(({ id, source, origin }) => (origin ? [[source, id]] : [])),
  )
  const waiting = await leftOutsOf(database(), store.id, left)
  const crumbs = [
    { href: '/stores', label: t('Store.stores') },
    { href: `/stores/${store.id}`, label: store.name },
  ]
  const leftOuts = (
    <LeftOuts storeId={store.id} {...waiting} canDecide={store.archivedAt === null} />
  )
  if (job) {
    const found = await countOpenFindings(database(), [store.id])
    const { id, name, memoryCount } = store
    return (
      <Page kind="working">
        <SeedRun
          store={{ id, name, memoryCount }}
          crumbs={crumbs}
          job={job}
          known={idsBySource}
          findings={found.get(id)?.count ?? 0}
          leftOuts={leftOuts}
        />
        <KeyBar keys={['openRow']} />
      </Page>
    )
  }
  const above = (
    <>
      {jobId === undefined ? null : <ErrorNotice>{t('Seed.noJob')}</ErrorNotice>}
      {leftOuts}
    </>
  )
  if (store.archivedAt !== null) {
    return (
      <Page kind="index">
        <PageHead crumbs={crumbs} title={t('Seed.title')} />
        <PageBody className="space-y-6">
          <p className="text-caution">{t('Problem.store_archived')}</p>
          {above}
        </PageBody>
      </Page>
    )
  }
  const reach = serverReach()
  return (
    <Page kind="working">
      <SeedStore
        key={String(again)}
        storeId={store.id}
        crumbs={crumbs}
        way={from === 'machine' ? 'machine' : 'upload'}
        home={firstFolder(reach)}
        allowed={reach.roots ?? ['/']}
        isAgain={seeds.length > 0}
        known={known}
        again={known.find(({ id }) => id === again) ?? null}
        above={above}
        keys={{
          sources: <KeyBar keys={[]} />,
          plan: <KeyBar keys={['steps']} />,
          ready: <KeyBar keys={['steps', 'takeOrLeave', 'seedNow']} />,
        }}
      />
    </Page>
  )
}
