// Run by applying.test.ts in a separate process, to be killed: an agent's changes are rejected and
// applied as fast as it can, a changeset of three memories at a time. Each applied version is noted
// on a line of a file once it is acknowledged; the first tray is also announced on standard output.
import { writeSync } from 'node:fs'
import { openDatabase } from '@/lib/db/open-database'
import { applyReview } from '@/lib/review/decisions/apply-review'
import { examineAll } from '@/lib/review/background/examiner'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { decideHunks } from '@/lib/review/decisions/decide-hunks'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { hunkId } from '@/lib/review/model/hunk'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'

const [url = '', storeId = '', round = ''] = process.argv.slice(2)
const db = openDatabase(url)
const person: Cause = { actor: LOCAL_USER_ACTOR }

/** The file descriptor that the test opened for the acknowledgements. */
const ACKNOWLEDGED = 3

for (let turn = 0; ; turn++) {
  const agent: Cause = { actor: { type: 'session', id: `sesn_${round}_${turn}` } }
  for (const name of ['a', 'b', 'c']) {
    const path = `/${round}/${turn}/${name}.md`
    const { id } = await createMemory(db, { storeId, path, content: 'right\n', cause: person })
    await updateMemory(db, { storeId, memoryId: id, content: 'wrong\n', cause: agent })
  }
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, limit: 50 })
  const changesetId = changesets.find(({ actor }) => actor.id === agent.actor.id)?.id ?? ''
  const memories = await changesetMemories(db, changesetId)
  const decisions = memories.flatMap((memory) =>
    memory.hunks.map((hunk) => ({
      hunkId: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
      decision: 'rejected' as const,
      seen: true,
    })),
  )
  await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
  const { versionIds } = await applyReview(db, { changesetId, reviewer: LOCAL_USER_ACTOR })
  for (const versionId of versionIds) writeSync(ACKNOWLEDGED, `${versionId}\n`)
  if (turn === 0) writeSync(1, 'applied\n')
}
