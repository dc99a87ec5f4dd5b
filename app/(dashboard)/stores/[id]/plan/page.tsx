import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Cache } from '@/components/frame/cache'
import { addressOf, pairsOf } from '@/components/plan/address'
import { askedIn } from '@/components/plan/asked'
import { pathOfRow, rowGroups } from '@/components/plan/plan-groups'
import { PlanRun } from '@/components/plan/run'
import { PlanView } from '@/components/plan/plan-view'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/time'
import { getJob } from '@/lib/jobs/jobs'
import { isRefusal } from '@/lib/refusal'
import { actorNames } from '@/lib/store/actors'
import { findBatch } from '@/lib/store/told'
import { listMoments, momentPlace } from '@/lib/store/moments'
import { markOf } from '@/lib/store/plan/aims'
import { planOf } from '@/lib/store/plan/do-plan'
import type { Ask, Plan } from '@/lib/store/plan/plan'
import { plainName } from '@/lib/text/visible-text'
import '@/lib/transfer/seed'
import { storeAt, StorePage } from '../store-page'
import { plannedRow } from '../rows'

type Props = PageProps<'/stores/[id]/plan'>

/** What would change? */
export default async function PlanPage({ params, searchParams }: Props) {
  const { id } = await params
  const ask = askedIn(await searchParams)
  if (!ask || ask.kind === 'move' || ask.kind === 'delete') notFound()
  const { kind } = ask
  const t = await getTranslations('Plan')
  const common = await getTranslations('Common')
  const store = await storeAt(id)
  const plan = store.archivedAt ? null : await planned(id, ask)
  return (
    <StorePage
      texts={['Plan', 'Problems', 'Flags']}
      kind="working"
      store={store}
      title={t(`title.${kind}`)}
      acts={
        <ButtonLink
          href={`/stores/${id}`}
          // What is being done, or is done, is left by other ways.
          variant="quiet"
          className="in-[.sheet:has(>[data-run])]:hidden"
        >
          {common('cancel')}
        </ButtonLink>
      }
    >
      <Cache>
        {plan === null ? null : 'jobId' in plan ? (
          <PlanRun jobId={plan.jobId} kind={kind} storeId={id} />
        ) : (
          <PlanView
            key={JSON.stringify(ask)}
            plan={plan}
            marks={kind === 'seed' ? undefined : marksOf(plan)}
            kind={kind}
            asked={pairsOf(ask)}
            subject={await subjectOf(store.id, ask, plan)}
            first={await firstRow(id, ask, plan)}
          />
        )}
      </Cache>
    </StorePage>
  )
}

/** The plan, or the job that does it; where a source is gone by now, back to where it is named. */
async function planned(storeId: string, ask: Ask): Promise<Plan | { jobId: string }> {
  try {
    return (await planOf(storeId, ask)).plan
  } catch (error) {
    if (ask.kind !== 'seed' || !isRefusal(error) || error.code !== 'source_gone') throw error
    const job = await getJob(ask.jobId).catch(() => null)
    return job?.storeId === storeId ? { jobId: job.id } : redirect(`/stores/${storeId}/seed`)
  }
}

/** Of the rows that can be done: agents that go on writing would keep a whole plan from ever being. */
const marksOf = ({ rows }: Plan) => Object.fromEntries(rows.map((row) => [row.id, markOf(row)]))

/** The first row that changes or asks, with its difference, so that the page is whole without a script. */
async function firstRow(storeId: string, ask: Ask, plan: Plan) {
  const [first] = rowGroups(plan.rows).flatMap(({ rows }) => rows)
  if (!first || first.group === 'cannot') return null
  const row = { id: first.id, path: pathOfRow(first) }
  return { row: first.id, shown: await plannedRow(storeId, ask, row) }
}

/** A link below what is said of a plan. */
const LINE = 'block w-fit pt-1 text-accent hover:underline'

async function subjectOf(storeId: string, ask: Ask, plan: Plan) {
  const t = await getTranslations('Plan')
  const count = plan.rows.filter(({ group }) => group === 'change').length
  const left = plan.rows.filter(({ group }) => group === 'cannot').length
  switch (ask.kind) {
    case 'restore': {
      const moment = await momentOf(storeId, ask.at)
      const title = t.rich('subject.restore', { moment: () => moment })
      return { title, about: t('subject.restoreAbout', { count }) }
    }
    case 'undo': {
      const title = await undone(storeId, ask)
      return { title, about: t('subject.undoAbout', { count }) }
    }
    case 'seed': {
      const notes = (plan.notes ?? []).map(({ note, count: all, names }) => (
        <span key={note} className="block pt-1">
          {t(`note.${note}` as 'note.normalised', {
            count: all,
            names: names.map(plainName).join(', ') + (all > names.length ? ', …' : ''),
          })}
        </span>
      ))
      const about = (
        <>
          {seedWords(t, plan)} {left > 0 ? t('subject.seedLeft', { count: left }) : null}
          {plan.rows.some(({ reason }) => reason === 'too_large' || reason === 'limit_reached') ? (
            <Link href={`/stores/${storeId}/settings`} className={LINE}>
              {t('raiseLimit')}
            </Link>
          ) : null}
          {ask.withHistory && !plan.moments?.moments ? null : (
            <Link
              href={addressOf(storeId, { ...ask, withHistory: !ask.withHistory })}
              className={LINE}
            >
              {t(ask.withHistory ? 'subject.seedPresent' : 'subject.seedWhole')}
            </Link>
          )}
          {notes}
        </>
      )
      return { title: t('subject.seed'), about }
    }
    case 'take_over': {
      const { storeId: from, at } = ask.from
      const isMoment = from === storeId && at !== undefined
      const source = isMoment ? await momentOf(from, at) : plainName((await storeAt(from)).name)
      const title = t.rich('subject.takeOver', { source: () => source })
      return { title, about: t('subject.takeOverAbout', { count: plan.rows.length }) }
    }
    default:
      notFound()
  }
}

/** A moment by its name, its time, or its number. */
async function momentOf(storeId: string, sequence: number) {
  const { at } = await momentPlace(storeId, sequence)
  const named = (await listMoments(storeId)).find((moment) => moment.sequence === sequence)
  return named ? plainName(named.name) : at ? <Moment time={at} /> : String(sequence)
}

function seedWords(t: Awaited<ReturnType<typeof getTranslations<'Plan'>>>, plan: Plan): string {
  const { moments, rows } = plan
  if (moments?.reason) return t('subject.seedLastState')
  const { from, to } = moments ?? {}
  return moments && from && to
    ? t('subject.seedHistory', { moments: moments.moments, authors: moments.authors, from, to })
    : t('subject.seedAbout', { count: rows.filter(({ group }) => group !== 'cannot').length })
}

async function undone(storeId: string, ask: Extract<Ask, { kind: 'undo' }>): Promise<string> {
  const t = await getTranslations('Plan')
  if (ask.sessionId) {
    const name = (await actorNames([ask.sessionId])).get(ask.sessionId) ?? ask.sessionId
    return t('subject.undoSession', { name: plainName(name) })
  }
  if (ask.batchId) {
    const batch = await findBatch(storeId, ask.batchId)
    return t('subject.undoBatch', { kind: batch?.kind ?? 'other' })
  }
  return t('subject.undoVersions', { count: (ask.versionIds ?? ask.lines ?? []).length })
}
