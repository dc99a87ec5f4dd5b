import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { findText } from '@/lib/store/redaction/find-text'
import { putMemory } from '@/lib/store/memories/change-memories'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { compressAll } from '@/lib/store/background/version-compressor'
import { type Row, timed } from './measure'
import { part } from './part'
import { scratchDatabase, scratchFolder } from './scratch'

const cause = { actor: LOCAL_USER_ACTOR }
const SECRET = 'sk-live-4f9c2e7ab1d0'
const LINES = Array.from({ length: 100 }, (_, line) => `- point ${line}: something to remember`)

/** How the versions are spread: many memories with a few each, or one with all. */
const SHAPES = [
  { name: 'in 100 memories', memories: 100 },
  { name: 'in one memory', memories: 1 },
]

/**
 * A text that occurs in this many versions: found, then taken out of them, including the compaction
 * and the search afterwards.
 */
export const redactionPart = (versions: number) =>
  part<{ versions: number }>({ full: { versions }, smoke: { versions: 120 } }, redactionRows)

async function redactionRows({ versions }: { versions: number }): Promise<Row[]> {
  const rows: Row[] = []
  for (const shape of SHAPES) rows.push(...(await measure(versions, shape)))
  return rows
}

async function measure(
  versions: number,
  { name, memories }: (typeof SHAPES)[number],
): Promise<Row[]> {
  const { folder, discard } = scratchFolder()
  const db = await scratchDatabase(folder, 'redaction')
  const { id: storeId } = await createStore(db, { name: 'Redaction' })
  for (let index = 0; index < versions; index++) {
    const lines = [...LINES]
    lines[index % lines.length] = `- point changed by ${index}`
    await putMemory(db, {
      storeId,
      path: `/memory-${index % memories}.md`,
      content: [...lines, `token ${SECRET}`].join('\n'),
      cause,
    })
  }
  await compressAll(db)
  const finding = await timed(() => findText(db, { text: SECRET }))
  const redacting = await timed(async () => {
    const { finished } = await redactText(db, { text: SECRET, replacement: '[redacted]', cause })
    return receiptOf(await finished)
  })
  const receipt = redacting.value
  if (receipt?.rewrittenVersions !== versions || receipt.proof?.placesLeft !== 0) {
    throw new Error('the redaction did not do what is measured')
  }
  await db.close()
  discard()
  const group = `a text in ${versions.toLocaleString('en')} versions of 4 KB, ${name}`
  return [
    { group, name: 'found', note: noteOf(finding) },
    { group, name: 'taken out, compacted and searched again', note: noteOf(redacting) },
  ]
}

const noteOf = ({ seconds, longestMs }: { seconds: number; longestMs: number }) =>
  `${seconds.toFixed(1)} s; nobody waited longer than ${longestMs.toFixed(0)} ms`
