import type { Reader } from '@/lib/db'
import { chunked, groupedBy } from '@/lib/text/lists'
import { asStore, type Store } from '../model/model'
import { storeNotFound } from '../model/problems'
import { type Aim, hashOf, planOfAims } from '../plan/aims'
import { type Planning, registerPlan } from '../plan/kinds'
import type { AskOf, Planned, PlanRow, Step } from '../plan/plan'
import { checkStores, countsOf, findEverywhere } from './find'
import { redactText, textsOf } from './redact'
import { headWithout } from './rewrite'

registerPlan('redact', {
  plan: planRedaction,
  start: async ({ ask, cause }) => (await redactText(ask, cause)).id,
})

const MEMORIES_A_PAGE = 50

/** What becomes of live memories, as rows, and how many places of each kind have the text. */
async function planRedaction(ask: AskOf<'redact'>, on: Planning): Promise<Planned> {
  const texts = textsOf(ask)
  await checkStores(ask.storeIds, on.reader)
  const { reader, signal, only, store } = on
  const found = await findEverywhere({ texts, storeIds: ask.storeIds, reader, signal })
  const heads = only === undefined ? found.heads : found.heads.filter(({ id }) => id === only)
  const rows: PlanRow[] = []
  const steps = new Map<string, readonly Step[]>()
  for (const [storeId, ofStore] of groupedBy(heads, (head) => head.storeId)) {
    const own = await storeOf(reader, storeId)
    const aims: Aim[] = []
    for (const ids of chunked(ofStore, MEMORIES_A_PAGE)) {
      signal?.throwIfAborted()
      aims.push(
        ...(await aimsOf(
          reader,
          own,
          ids.map(({ id }) => id),
          { ...ask, texts },
        )),
      )
    }
    const planned = await planOfAims({ ...on, store: withoutLimits(own) }, ask, aims)
    rows.push(...planned.plan.rows)
    for (const [id, some] of planned.steps) steps.set(id, some)
  }
  const plan = { storeId: store.id, ask, sequence: store.lastSequence, rows, same: 0 }
  const places = countsOf(found)
  return { plan: { ...plan, places, hash: hashOf(ask, rows) }, steps, taken: new Map() }
}

async function aimsOf(
  reader: Reader,
  store: Store,
  ids: readonly string[],
  removal: { texts: readonly string[]; replacement: string },
): Promise<Aim[]> {
  const memories = await reader.memory.findMany({
    where: { id: { in: [...ids] } },
    omit: { content: false },
    orderBy: { path: 'asc' },
  })
  const aims: Aim[] = []
  for (const { content, ...memory } of memories) {
    if (memory.path === null || content === null) continue
    const { storeId, path, size } = memory
    const to = await headWithout(reader, { storeId, path, content, size }, removal, store.limits)
    aims.push({ memory, now: content, to: to ?? null, isMerged: false })
  }
  return aims.filter(({ to }) => to !== null)
}

async function storeOf(reader: Reader, id: string): Promise<Store> {
  const row = await reader.store.findUnique({ where: { id } })
  if (!row) throw storeNotFound(id)
  return asStore(row)
}

/** A redaction is not refused for a limit. */
const withoutLimits = (store: Store): Store => ({
  ...store,
  limits: { ...store.limits, memories: null, bytes: null, memoryBytes: Infinity },
})
