import { numbers } from './fill'
import type { Ground } from './ground'
import { untilPainted } from './until-painted'

/** A memory of 100 kB of which each two neighbouring versions differ in a twentieth of the lines. */
const BYTES = 100_000

interface ComparisonInput {
  name: string
  /** number of versions compared */
  versions: number
  /** added to the address */
  ask?: string
  /** selector of an element that comes with the difference */
  changed?: string
}

/** Two versions compared, by their turn from 0 on; milliseconds until the difference is painted. */
export type Compare = (turn: number) => Promise<number>

/** Opens a first comparison, which loads what others need. */
export async function openComparison(
  ground: Ground,
  { name, versions, ask = '', changed = 'main table [data-kind=added]' }: ComparisonInput,
): Promise<Compare> {
  const stores = (await ground.server()).api.memoryStores
  const { id } = await stores.create({ name })
  const memory = await stores.memories.create(id, { path: '/large.md', content: textOf(0) })
  const ids = [memory.memory_version_id]
  for (let turn = 1; turn <= versions + 1; turn++) {
    const input = { memory_store_id: id, content: textOf(turn) }
    ids.unshift((await stores.memories.update(memory.id, input)).memory_version_id)
  }
  const page = await ground.page()
  const addressOf = (turn: number) =>
    `/stores/${id}?memory=${memory.id}&from=${ids[turn + 1]}&to=${ids[turn]}${ask}`
  await page.goto(addressOf(0))
  await page.locator(changed).first().waitFor()
  return (turn) => {
    const title = `v${versions - turn} compared with v${versions + 1 - turn}`
    const shown = [{ selector: 'main', text: title }, { selector: changed }]
    return untilPainted(page, { push: addressOf(turn + 1) }, ...shown)
  }
}

function textOf(turn: number): string {
  return numbers(BYTES / 50)
    .map((line) => {
      const turned = line % 20 === turn % 20 ? ` in turn ${turn}` : ''
      return `line ${line} of what was learned${turned}`.padEnd(49)
    })
    .join('\n')
}
