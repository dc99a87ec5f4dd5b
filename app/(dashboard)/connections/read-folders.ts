import type { ShownFolder } from '@/components/folders/words'
import type { ShownFound } from '@/components/folders/found'
import { type Connection, listConnections } from '@/lib/folders/connections'
import { foundLately } from '@/lib/folders/find'
import { lookAlikes, saidOf, type SaidOfMemory } from '@/lib/folders/memory-index'
import { type HooksPlan, planHooks } from '@/lib/folders/settings-file'
import { perProcess } from '@/lib/per-process'
import { allMemories } from '@/lib/store/memories'
import { forgetsOnRedaction } from '@/lib/store/redact/forget'
import { getStore } from '@/lib/store/stores'
import { repositoryAbove } from '@/lib/transfer/folder'

/** Larger memories than any agent's are not looked through for each page. */
const MAX_LOOKED_THROUGH = 500

interface Folders {
  inStep: ShownFolder[]
  found: ShownFound[]
  /** null: there is nothing to tell of, or nobody can tell */
  hooks: { plan: HooksPlan; act: 'add' | 'remove' } | null
}

const isOfClaudeCode = ({ preset }: Connection) => preset === 'claude_code'

/** What can be done with our hooks in Claude Code's settings. */
async function readHooks(): Promise<Folders['hooks']> {
  const added = await planHooks('add').catch(() => null)
  if (!added) return null
  return added.isDone
    ? { plan: await planHooks('remove'), act: 'remove' }
    : { plan: added, act: 'add' }
}

/** What the page of folders shows: those in step, and what else is found of Claude Code. */
export async function readFolders(): Promise<Folders> {
  const [connections, all, hooks] = await Promise.all([
    listConnections(),
    foundLately(),
    readHooks(),
  ])
  const hasHooks = hooks?.act === 'remove'
  const projectOf = new Map(all.map(({ location, path: of }) => [location, of]))
  const inStep = await Promise.all(
    connections.map(async (each) => ({
      ...(await shownFolder(each, hasHooks)),
      project: projectOf.get(each.location) ?? null,
    })),
  )
  const storeOf = new Map(connections.map(({ location, storeId }) => [location, storeId]))
  const found = all.map((folder) => ({
    ...folder,
    storeId: storeOf.get(folder.location) ?? null,
    besideOf: folder.perhapsNow?.location ?? mainOf(folder, all),
  }))
  return { inStep, found, hooks: connections.some(isOfClaudeCode) ? hooks : null }
}

/** Where the memory of the project lies whose worktree this is. */
function mainOf(
  { worktreeOf }: { worktreeOf: string | null },
  all: readonly { name: string; location: string; kind: string; worktreeOf: string | null }[],
): string | null {
  if (worktreeOf === null) return null
  const main = all.find(
    ({ name, kind, worktreeOf: of }) => name === worktreeOf && kind === 'project' && of === null,
  )
  return main?.location ?? null
}

async function shownFolder(
  connection: Connection,
  hasHooks: boolean,
): Promise<Omit<ShownFolder, 'project'>> {
  const { id, storeId, storeName, location, isTwoWay, state, report } = connection
  return {
    id,
    storeId,
    storeName,
    location,
    isTwoWay,
    state,
    report,
    hasGate: isOfClaudeCode(connection) && hasHooks ? connection.hasGate : null,
    said: await saidOfStore(connection),
    isInRepository: (await repositoryAbove(location)) !== null,
    passedAt: connection.passedAt,
  }
}

/** What was said of the folder of each store, and after which of its changes: a page asks with each news. */
const said = perProcess(
  'said of memories',
  () => new Map<string, { sequence: number; of: Promise<SaidOfMemory> }>(),
)

forgetsOnRedaction('what is said of memories', () => said.clear())

async function saidOfStore(connection: Connection): Promise<SaidOfMemory | null> {
  const { storeId } = connection
  const { memoryCount, lastSequence: sequence } = await getStore(storeId)
  if (memoryCount > MAX_LOOKED_THROUGH) return null
  const known = said.get(storeId)
  if (known?.sequence === sequence) return known.of
  const of = saidNow(connection)
  said.set(storeId, { sequence, of })
  return of.catch((error: unknown) => {
    said.delete(storeId)
    throw error
  })
}

async function saidNow(connection: Connection): Promise<SaidOfMemory> {
  const texts = new Map<string, string>()
  for await (const page of allMemories({ storeId: connection.storeId })) {
    for (const { path: at, content } of page) texts.set(at, content)
  }
  if (isOfClaudeCode(connection)) return saidOf(texts)
  return { loaded: null, faults: lookAlikes(texts) }
}
