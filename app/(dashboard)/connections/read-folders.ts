import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ShownFolder } from '@/components/folders/words'
import type { ShownFound } from '@/components/folders/found'
import { type Connection, listConnections } from '@/lib/folders/connections'
import { foundLately } from '@/lib/folders/find'
import { saidOf } from '@/lib/folders/memory-index'
import { allMemories } from '@/lib/store/memories'
import { getStore } from '@/lib/store/stores'

/** Larger memories than any agent's are not looked through for each page. */
const MAX_LOOKED_THROUGH = 500

/** What the page of folders shows: those in step, and what else is found of Claude Code. */
export async function readFolders(): Promise<{ inStep: ShownFolder[]; found: ShownFound[] }> {
  const [connections, all] = await Promise.all([listConnections(), foundLately()])
  const inStep = await Promise.all(connections.map(shownFolder))
  const storeOf = new Map(connections.map(({ location, storeId }) => [location, storeId]))
  const found = all.map((folder) => ({
    ...folder,
    storeId: storeOf.get(folder.location) ?? null,
    besideOf: folder.perhapsNow?.location ?? mainOf(folder, all),
  }))
  return { inStep, found }
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

async function shownFolder(connection: Connection): Promise<ShownFolder> {
  const { id, storeId, storeName, location, preset, isTwoWay, state, report } = connection
  const isClaudeCode = preset === 'claude_code'
  return {
    ...{ id, storeId, storeName, location, isClaudeCode, isTwoWay, state, report },
    said: isClaudeCode ? await saidOfStore(storeId) : null,
    isInRepository: isInRepository(location),
    passedAt: connection.passedAt,
  }
}

async function saidOfStore(storeId: string) {
  if ((await getStore(storeId)).memoryCount > MAX_LOOKED_THROUGH) return null
  const texts = new Map<string, string>()
  for await (const page of allMemories({ storeId })) {
    for (const { path: at, content } of page) texts.set(at, content)
  }
  return saidOf(texts)
}

function isInRepository(location: string): boolean {
  for (let at = location; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return true
    if (at === path.dirname(at)) return false
  }
}
