// Killed by crash.test.ts: writers that change memories as fast as they can, and acknowledge each version
// on descriptor 3 before they go on.
import '@/tests/support/killed-at'
import { writeSync } from 'node:fs'
import { createMemory, putMemory } from '@/lib/store/change-memories'
import { openDatabase, useDatabase } from '@/lib/db'
import { BY_PERSON } from '@/lib/store/model/actor'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'

const [url = '', storeId = '', writers = '1', turns = 'Infinity'] = process.argv.slice(2)
useDatabase(await openDatabase(url))

const acknowledge = (versionId: string) => writeSync(3, `${versionId}\n`)

async function write(writer: number): Promise<void> {
  for (let turn = 0; turn < Number(turns); turn++) {
    const folder = `/${process.pid}/${writer}/${turn}`
    const content = `${writer} ${turn}\n`.repeat(20)
    for (const path of [`${folder}/a.md`, `${folder}/b.md`]) {
      const made = await createMemory({ storeId, path, content }, BY_PERSON)
      acknowledge(made.versionId)
    }
    const edited = { storeId, path: `${folder}/a.md`, content: `${content}changed\n` }
    acknowledge((await putMemory(edited, BY_PERSON)).versionId)
    // Several memories at once: all of their versions are written, or none.
    const ask = { kind: 'move' as const, moves: [{ from: folder, to: `${folder}-moved` }] }
    const { plan } = await planOf(storeId, ask)
    const done = await doPlan(storeId, ask, { hash: plan.hash }, BY_PERSON)
    if ('versionIds' in done) done.versionIds.forEach(acknowledge)
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)))
process.exit()
