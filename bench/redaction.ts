import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { findText } from '@/lib/store/redaction/find-text'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { createStore } from '@/lib/store/stores/change-stores'
import { numbers, write } from './fill'
import type { Ground } from './ground'
import { timed } from './measure'
import { part } from './part'
import { counted, type Row, toldRows } from './row'

const CAUSE = { actor: LOCAL_USER_ACTOR }
const SECRET = 'sk-live-4f9c2e7ab1d0'
const LINES = numbers(100).map((line) => `- point ${line}: something to remember`)

/** Spreads of the versions: many memories with a few each, or one with all. */
const SHAPES = { 'in 100 memories': 100, 'in one memory': 1 }

/**
 * A text that occurs in this many versions: found, then taken out of them, including the compaction
 * and the search afterwards.
 */
export const redactionPart = part({ versions: [10_000, 120] }, async ({ versions }, ground) => {
  const rows: Row[] = []
  for (const [shape, memories] of Object.entries(SHAPES)) {
    const group = `a text in ${counted(versions, 'versions')} of 4 KB, ${shape}`
    const notes = await ground.apart((own) => notesOf(own, versions, memories))
    rows.push(...toldRows(group, notes))
  }
  return rows
})

async function notesOf(ground: Ground, versions: number, memories: number) {
  const db = await ground.database()
  const { id: storeId } = await createStore(db, { name: 'Redaction' })
  const textOf = (index: number) => ({
    path: `/memory-${index % memories}.md`,
    content: [
      ...LINES.with(index % LINES.length, `- point changed by ${index}`),
      `token ${SECRET}`,
    ].join('\n'),
  })
  await write(db, storeId, numbers(versions), textOf, CAUSE)
  const finding = await timed(() => findText(db, { text: SECRET }))
  const redacting = await timed(async () => {
    const replacement = '[redacted]'
    const { finished } = await redactText(db, { text: SECRET, replacement, cause: CAUSE })
    return receiptOf(await finished)
  })
  const receipt = redacting.value
  if (receipt?.rewrittenVersions !== versions || receipt.proof?.placesLeft !== 0) {
    throw new Error('the redaction did not do what is measured')
  }
  return { found: finding.note, 'taken out, compacted and searched again': redacting.note }
}
