import { parseArgs } from 'node:util'
import { wireHunks } from '@/lib/api/resources/hunk'
import { wireProposal, wireProposalChanges } from '@/lib/api/resources/proposal'
import { database } from '@/lib/db/open-database'
import { previewProposal, requireProposal } from '@/lib/proposals/preview-proposal'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { listHunks, type HunkPosition, type ListedHunk } from '@/lib/review/hunks/list-hunks'
import { listProposals } from '@/lib/store/proposals/proposals'
import { listStores } from '@/lib/store/stores/read-stores'
import type { Proposal } from '@/lib/store/model/proposal'
import { requireStoreNamed } from './find-store'
import {
  changesetLine,
  hunkText,
  linesOf,
  memoryLine,
  proposalLine,
  writeJson,
} from './review-lines'

const HUNKS_PER_PAGE = 200

/** `palimpsest review <changeset>`: its memories and their hunks. */
export async function showChangeset(changesetId: string, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const db = database()
  const changeset = await getChangeset(db, changesetId)
  const memories = await changesetMemories(db, changesetId)
  const hunks: ListedHunk[] = []
  for (let after: HunkPosition | undefined; ;) {
    const page = await listHunks(db, { changesetId, limit: HUNKS_PER_PAGE, after })
    hunks.push(...page.hunks)
    if (page.next === null) break
    after = page.next
  }
  if (values.json) {
    const { items, wire } = wireHunks({ hunks, next: null }, null)
    return writeJson({ changeset, hunks: items.map((hunk) => wire(hunk)) })
  }
  process.stdout.write(`${changesetLine(changeset)}\n`)
  for (const memory of memories) {
    process.stdout.write(`\n${memoryLine(memory)}\n`)
    const own = hunks.filter((hunk) => hunk.memory.memoryId === memory.memoryId)
    for (const hunk of own) process.stdout.write(`\n${hunkText(hunk)}\n`)
  }
  return 0
}

const MAX_WAITING = 200

/** `palimpsest review waiting`: the writes that wait for a decision. */
export async function listWaiting(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { store: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  const db = database()
  const storeIds = values.store
    ? [(await requireStoreNamed(db, values.store)).id]
    : await allStoreIds()
  const waiting: Proposal[] = []
  for (const storeId of storeIds) {
    waiting.push(...(await listProposals(db, { storeId, state: 'waiting', limit: MAX_WAITING })))
  }
  if (values.json) return writeJson(waiting.map(wireProposal))
  for (const proposal of waiting) process.stdout.write(`${proposalLine(proposal)}\n`)
  return 0
}

async function allStoreIds(): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await listStores(database(), { limit: 100, includeArchived: true, after })
    ids.push(...page.stores.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after !== undefined)
  return ids
}

/** `palimpsest review <proposal>`: what it would change now, and the hash that an approval names. */
export async function showProposal(proposalId: string, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const db = database()
  const proposal = await requireProposal(db, { proposalId })
  const preview = proposal.state === 'waiting' ? await previewProposal(db, proposal) : null
  if (values.json) {
    return writeJson({
      ...wireProposal(proposal),
      proposed: preview && wireProposalChanges(preview),
    })
  }
  process.stdout.write(`${proposalLine(proposal)}\n`)
  for (const { before, after } of preview?.changes ?? []) {
    const lines = [...linesOf('-', before), ...linesOf('+', after)]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }
  if (preview) process.stdout.write(`\nshown: ${preview.shown.contentSha256}\n`)
  return 0
}
