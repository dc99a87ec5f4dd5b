import { GitBranch } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { BranchFork } from '@/components/branches/branch-fork'
import { DeleteBranch } from '@/components/branches/delete-branch'
import { MergeView } from '@/components/branches/merge-view'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { EmptyState } from '@/components/ui/empty-state'
import { database } from '@/lib/db/open-database'
import { type BranchState, branchState } from '@/lib/store/branches/find-branch'
import { mergeOfMemories, planMerge } from '@/lib/store/branches/plan-merge'
import type { MergePlan } from '@/lib/store/model/branch-merge'
import { recentPlans } from '@/lib/store/undo/recent-plans'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'

export const dynamic = 'force-dynamic'

const recentMergePlan = recentPlans<MergePlan>('recent merge plans')

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/merge'>,
): Promise<Metadata> {
  const t = await texts()
  const { name } = await storeOf((await props.params).storeId)
  return { title: `${t('Branch.mergeTitle')} · ${plainName(name)}` }
}

/** A branch: how far it and its origin went on, and what merging it would do. */
export default async function MergePage(props: PageProps<'/stores/[storeId]/merge'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const state = await branchState(database(), store.id)
  if (!state) notFound()
  const { originId, originName } = state
  const branch = { id: store.id, name: store.name, lastSequence: store.lastSequence }
  const crumbs = [
    { href: '/stores', label: t('Store.stores') },
    ...(originName === null ? [] : [{ href: `/stores/${originId}`, label: originName }]),
    { href: `/stores/${store.id}`, label: store.name },
  ]
  const title = t('Branch.mergeTitle')
  const meta = (
    <>
      <GitBranch size={14} aria-hidden /> {t('Branch.from', { sequence: state.sequence })}
    </>
  )
  if (originName === null) {
    return (
      <Page kind="working">
        <PageHead
          crumbs={crumbs}
          title={title}
          meta={meta}
          actions={<DeleteBranch branch={branch} originId={null} unmerged={state.ahead} />}
        />
        <EmptyState Icon={GitBranch} title={t('Branch.originGone')}>
          {t('Branch.originGoneHint')}
        </EmptyState>
      </Page>
    )
  }
  const plan = await recentMergePlan(database(), store.id, () =>
    planMerge(database(), { storeId: store.id }),
  )
  if (plan.memories.length === 0) {
    return (
      <Page kind="working">
        <PageHead
          crumbs={crumbs}
          title={title}
          meta={meta}
          actions={
            <DeleteBranch branch={branch} originId={originId} unmerged={0} own={state.own} />
          }
        />
        <EmptyState Icon={GitBranch} title={t('Branch.nothingChanged')}>
          {t('Branch.nothingChangedHint', { name: plainName(originName) })}
        </EmptyState>
      </Page>
    )
  }
  const { memory } = await props.searchParams
  const chosen = chosenOf(plan, memory)
  const [detail] = await mergeOfMemories(database(), {
    storeId: store.id,
    memoryIds: chosen === null ? [] : [chosen],
  })
  return (
    <Page kind="working">
      <MergeView
        branch={branch}
        origin={{ id: originId, name: originName }}
        planHash={plan.planHash}
        memories={plan.memories}
        chosen={chosen}
        hunks={detail?.hunks ?? []}
        unmerged={state.ahead}
        crumbs={crumbs}
        title={title}
        meta={meta}
        fork={<Fork state={state} originName={originName} />}
      />
      <KeyBar keys={['steps', 'takeOrigin', 'takeBranch', 'takeBoth', 'edit', 'mergeNow']} />
    </Page>
  )
}

/** The memory of the address; else the first that needs somebody, else the first. */
function chosenOf({ memories }: MergePlan, wanted: string | string[] | undefined): string | null {
  const shown = memories.filter(({ obstacle }) => obstacle === null)
  const asked = shown.find(({ memoryId }) => memoryId === wanted)
  const first = shown.find(({ conflicts }) => conflicts > 0) ?? shown[0]
  return (asked ?? first)?.memoryId ?? null
}

/** Letters of a store's name for which the drawing has room. */
const MAX_SHOWN = 20

async function Fork({ state, originName }: { state: BranchState; originName: string }) {
  const t = await texts()
  const { ahead, behind, sequence, mergedAt } = state
  const name = plainName(originName)
  const letters = [...name]
  const shown = letters.length > MAX_SHOWN ? `${letters.slice(0, MAX_SHOWN - 1).join('')}…` : name
  return (
    <BranchFork
      ahead={ahead}
      behind={behind}
      words={{
        parted: mergedAt === null ? t('Branch.change', { sequence }) : t('Branch.lastMerge'),
        ahead: t('Branch.ahead', { count: ahead }),
        behind: t('Branch.behind', { count: behind, name }),
        shownBehind: t('Branch.behind', { count: behind, name: shown }),
      }}
    />
  )
}
